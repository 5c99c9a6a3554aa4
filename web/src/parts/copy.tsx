/** A text to take along: shown, and copied by a button where the browser allows it. */

import { useState } from "preact/hooks";
import { t } from "../words";

export function Copy({ text, label }: { text: string; label: string }) {
  // Only over HTTPS, and on the own machine, is there a clipboard.
  const [canCopy, setCanCopy] = useState(navigator.clipboard !== undefined);
  const [copied, setCopied] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCanCopy(false),
    );
  return (
    <div class="row copy">
      <input readOnly aria-label={label} value={text} onFocus={(e) => e.currentTarget.select()} />
      {canCopy && (
        <button type="button" onClick={() => void copy()}>
          {t("copy.copy")}
        </button>
      )}
      <span role="status">{copied === text ? t("copy.copied") : ""}</span>
    </div>
  );
}
