import { render } from "preact";
import { recall } from "./api/account";
import { App } from "./app";
import "./parts/motion";
import "./styles/index.css";
import { begin } from "./words";

// After an update the files that an open page asks for may be gone: load the page anew, but only once.
addEventListener("vite:preloadError", () => {
  const last = Number(sessionStorage.getItem("astrarium.reloaded") ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem("astrarium.reloaded", String(Date.now()));
  location.reload();
});

const place = document.getElementById("app");
if (place === null) throw new Error("the page has no place for the app");
await Promise.all([begin(), recall().catch(() => undefined)]);
render(<App />, place);
