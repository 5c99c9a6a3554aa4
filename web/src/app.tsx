import { ErrorBoundary, LocationProvider, lazy, Route, Router } from "preact-iso";
import { HomePage } from "./pages/home";
import { MissingPage } from "./pages/missing";
import { Shell } from "./parts/shell";

const AccountPage = lazy(() => import("./pages/account").then((module) => module.AccountPage));
const MatchPage = lazy(() => import("./pages/match").then((module) => module.MatchPage));

export function App() {
  return (
    <LocationProvider scope={/^\/(?!docs|v1)/}>
      <Shell>
        <ErrorBoundary>
          <Router>
            <Route path="/" component={HomePage} />
            <Route path="/account" component={AccountPage} />
            <Route path="/matches/:id" component={MatchPage} />
            <Route default component={MissingPage} />
          </Router>
        </ErrorBoundary>
      </Shell>
    </LocationProvider>
  );
}
