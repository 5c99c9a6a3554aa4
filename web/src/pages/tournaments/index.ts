export { TournamentsPage } from "./list";
export { NewTournamentPage } from "./new";
export { TournamentPage } from "./tournament";
