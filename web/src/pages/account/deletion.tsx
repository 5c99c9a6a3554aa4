/** The end of an account; it asks for the name, as nothing brings it back. */

import { useRef, useState } from "preact/hooks";
import { remove } from "../../api/account";
import { TextField } from "../../parts/field";
import type { Attempt } from ".";
import { t } from "./words";

export function Deletion({ name, attempt }: { name: string; attempt: Attempt }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const isSure = typed.trim() === name;
  const send = async (event: Event) => {
    event.preventDefault();
    if (!isSure) return;
    dialog.current?.close();
    setTyped("");
    await attempt(remove);
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        {t("delete.open")}
      </button>
      <dialog ref={dialog} aria-labelledby="delete-title">
        <form class="stack" onSubmit={(event) => void send(event)}>
          <h2 id="delete-title">{t("delete.title", { name })}</h2>
          <p>{t("delete.text")}</p>
          <TextField label={t("delete.type", { name })} value={typed} set={setTyped} />
          <div class="row">
            <button type="submit" class="danger" aria-disabled={!isSure}>
              {t("delete.delete")}
            </button>
            <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
              {t("delete.keep")}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
