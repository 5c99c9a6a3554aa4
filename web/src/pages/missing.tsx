import { useTitle } from "../parts/title";
import { t } from "../words";

export function MissingPage() {
  useTitle(t("missing.title"));
  return (
    <div class="page narrow">
      <h1>{t("missing.title")}</h1>
      <p>
        <a href="/">{t("missing.home")}</a>
      </p>
    </div>
  );
}
