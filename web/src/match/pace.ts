/** How often something may be asked for: many times at once after a pause, in the long run steadily. */
export class Pace {
  private tokens: number;
  private at = performance.now();

  constructor(
    private readonly burst: number,
    private readonly perSecond: () => number,
  ) {
    this.tokens = burst;
  }

  /** Takes leave to ask once now; otherwise returns how many milliseconds to wait. */
  take(): number {
    const now = performance.now();
    const fresh = (Math.max(0, now - this.at) * this.perSecond()) / 1000;
    this.tokens = Math.min(this.burst, this.tokens + fresh);
    this.at = Math.max(this.at, now);
    if (this.tokens >= 1 && now >= this.at) {
      this.tokens -= 1;
      return 0;
    }
    return Math.ceil(this.at - now + ((1 - this.tokens) * 1000) / this.perSecond());
  }

  /** Asks for nothing for so long. */
  pause(ms: number): void {
    this.tokens = 0;
    this.at = performance.now() + ms;
  }
}
