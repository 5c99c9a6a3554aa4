export { PlayersPage } from "./leaderboards";
export { PlayerPage } from "./profile";
export { SeriesListPage, SeriesPage } from "./series";
