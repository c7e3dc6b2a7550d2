// What the server sends, as far as the page reads it; /openapi.json has it in full. Only the check of types reads this file; no browser loads it.

interface PlaceView {
  cards: string[]; // ids of the visible cards, bottom to top
  count: number;
  face_down: number;
  lift: number;
  press: string | null;
}

interface Targets {
  to: string[];
  tap: string | null;
  double: string | null;
  zone: string | null;
}

interface Move {
  source: string;
  count: number;
  target: string;
}

/** Exactly one of the three. */
interface Action {
  move?: Move;
  press?: string;
  undo?: boolean;
}

interface View {
  id: string;
  game: string;
  code: string;
  options: string;
  step: number;
  places: Record<string, PlaceView>;
  moves: Record<string, Record<string, Targets>>;
  presses: Record<string, boolean>;
  undo: boolean;
  counters: { moves: number; score: number | null; seconds: number; redeals_left: number | null };
  status: "running" | "won" | "blocked";
  assisted: boolean;
  grade: number | null;
  redo?: Action;
  undone?: Action[];
  previous?: string | null;
  action?: Action | null; // in a replay: what was done to come here
}

interface Settings {
  language?: string | null;
  interactive_rules?: boolean;
  double_click?: boolean;
  suits?: string | null;
  theme?: string | null;
  hand?: string;
  motion?: boolean;
  sound?: boolean;
  shortcuts?: boolean;
  clock?: boolean;
  lamp?: boolean;
  winnable?: boolean;
}

interface ErrorBody {
  code: string;
  rule: string | null;
  message: string;
  part?: string;
  view?: View;
}

interface StartAnswer extends WordsAnswer {
  languages: string[];
  settings: Settings;
  game: View;
  error: ErrorBody | null;
}

interface WordsAnswer {
  language: string;
  words: Catalogue;
}

/** Sentences by code; one with a plural is the list of its forms. */
type Catalogue = Record<string, string | Record<string, string>>;

interface WhyAnswer {
  allowed: boolean;
  code?: string;
  rule?: string | null;
  message?: string;
}

interface Verdict {
  verdict: "won" | "lost" | "unknown";
  said: string;
  action?: Action;
  line?: Action[];
  undos?: number;
  why?: string;
}

interface Progress {
  visited: number;
  lost?: boolean;
}

interface NewGame {
  code?: string;
  game?: string;
  options?: string;
  winnable?: boolean;
}

interface DealAnswer {
  code: string;
  game: string;
  options: string;
}

interface GameSummary extends DealAnswer {
  id: string;
  status: View["status"];
  moves: number;
  score: number | null;
  seconds: number;
  updated: string; // a time
  assisted: boolean;
}

interface StatisticsRow {
  game: string;
  options: string;
  assisted: boolean;
  played: number;
  won: number;
  blocked: number;
  best_seconds: number | null;
  mean_seconds: number | null;
  best_moves: number | null;
  best_score: number | null;
  streak: number;
  best_streak: number;
}

interface ReplayAnswer extends DealAnswer {
  steps: number;
  fault: ErrorBody | null;
}
