import { ErrorBoundary, LocationProvider, lazy, Route, Router } from "preact-iso";
import { HomePage } from "./pages/home";
import { MissingPage } from "./pages/missing";
import { Shell } from "./parts/shell";
import { learn } from "./words";

const AccountPage = lazy(() =>
  Promise.all([import("./pages/account"), learn("account")]).then(([pages]) => pages.AccountPage),
);
const MatchPage = lazy(() => import("./pages/match").then((module) => module.MatchPage));

const NewTablePage = lazy(() =>
  Promise.all([import("./pages/tables"), learn("tables"), learn("settings")]).then(
    ([pages]) => pages.NewTablePage,
  ),
);

/** The pages of tournaments, with their words. */
async function tournaments() {
  const [pages] = await Promise.all([import("./pages/tournaments"), learn("tournaments"), learn("settings")]);
  return pages;
}
const TournamentsPage = lazy(() => tournaments().then((pages) => pages.TournamentsPage));
const NewTournamentPage = lazy(() => tournaments().then((pages) => pages.NewTournamentPage));
const TournamentPage = lazy(() => tournaments().then((pages) => pages.TournamentPage));

/** The pages of players, bots and series, with their words. */
async function players() {
  const [pages] = await Promise.all([import("./pages/players"), learn("players")]);
  return pages;
}
const PlayersPage = lazy(() => players().then((pages) => pages.PlayersPage));
const PlayerPage = lazy(() => players().then((pages) => pages.PlayerPage));
const SeriesListPage = lazy(() => players().then((pages) => pages.SeriesListPage));
const SeriesPage = lazy(() => players().then((pages) => pages.SeriesPage));
const DecisionsPage = lazy(() =>
  Promise.all([import("./pages/decisions"), learn("decisions")]).then(([pages]) => pages.DecisionsPage),
);
const PiecesPage = lazy(() =>
  Promise.all([import("./pages/pieces"), learn("pieces")]).then(([pages]) => pages.PiecesPage),
);

export function App() {
  return (
    <LocationProvider scope={/^\/(?!docs|v1)/}>
      <Shell>
        <ErrorBoundary>
          <Router>
            <Route path="/" component={HomePage} />
            <Route path="/account" component={AccountPage} />
            <Route path="/matches/:id" component={MatchPage} />
            <Route path="/matches/:id/decisions" component={DecisionsPage} />
            <Route path="/tables/new" component={NewTablePage} />
            <Route path="/tournaments" component={TournamentsPage} />
            <Route path="/tournaments/new" component={NewTournamentPage} />
            <Route path="/tournaments/:id" component={TournamentPage} />
            <Route path="/players" component={PlayersPage} />
            <Route path="/players/:player" component={PlayerPage} />
            <Route path="/series" component={SeriesListPage} />
            <Route path="/series/:id" component={SeriesPage} />
            <Route path="/pieces" component={PiecesPage} />
            <Route path="/pieces/:game" component={PiecesPage} />
            <Route default component={MissingPage} />
          </Router>
        </ErrorBoundary>
      </Shell>
    </LocationProvider>
  );
}
