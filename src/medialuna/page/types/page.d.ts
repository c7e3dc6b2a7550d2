// The shapes that several modules of the page speak of. Only the check of types reads this file; no browser loads it.

// ---- the table --------------------------------------------------------------------------------------------------

/** The uppermost `count` cards of a place. */
interface Hand {
  source: string;
  count: number;
  cards: string[];
}

interface Question {
  source?: string;
  count?: number;
  target?: string;
  press?: string;
  undo?: 1;
}

interface ActRequest {
  ask: "act";
  game: string;
  step: number;
  action: Action;
}

interface WhyRequest {
  ask: "why";
  game: string;
  question: Question;
  place: string;
  gesture: number;
}

interface Refusal {
  place: string;
  source?: string | null;
  count?: number;
  message?: string;
  word?: string | null;
  code?: string;
  rule?: string | null;
}

type Gesture =
  | { does: "tap"; place: string; count: number; card: string | null; at: number }
  | { does: "pick"; place: string; count: number }
  | { does: "drop"; hand: Hand; under: string[]; inZone: boolean }
  | { does: "press"; name: string; place: string }
  | { does: "undo" }
  | { does: "redo" };

interface Table {
  view: View; // none before the first game is laid out
  places: Record<string, PlaceView>;
  moves: View["moves"] | null;
  zone: string[];
  picked: Hand | null;
  held: Hand | null;
  refusal: Refusal | null;
  pending: Action | null;
  queue: Gesture[];
  outbox: (ActRequest | WhyRequest)[];
  lastTap: { place: string; card: string | null; at: number; sent: boolean } | null;
  undone: Action[];
  gestures: number;
  settings: Settings;
}

interface Clock {
  seconds: number;
  started: boolean;
  over: boolean;
  holds: Set<unknown>;
  last: number | null;
}

/** A game that is shown move by move. */
interface Playback {
  total: number;
  at: number;
  playing: boolean;
  pace: number;
  views: Map<number, View>;
}

interface Mode {
  game: string;
  options: string;
  clean: StatisticsRow | null;
  assisted: StatisticsRow | null;
}

// ---- the picture ------------------------------------------------------------------------------------------------

type Translate = (code: string, values?: Record<string, unknown>) => string;

interface Words {
  t: Translate;
  language: string;
}

/** What a layout has put on the board. */
interface Parts {
  cells: Record<string, HTMLElement>;
  frames: Record<string, HTMLElement>;
  zone: HTMLElement | HTMLElement[];
  columns?: HTMLElement[];
}

type OptionValues = Record<string, string | boolean | undefined>;

interface LayoutOption {
  name: string;
  word: string;
  note?: string;
  brief?: string;
  values?: string[][];
}

/** See board/layouts/README.md. */
interface Layout {
  title: string;
  css: string;
  suits: string;
  letters: string;
  example: string;
  places: string[];
  zone: string[];
  columns?: string[];
  finishes?: boolean;
  flows: Record<string, string>;
  presses: Record<string, { place?: string; key: string; motion?: string }>;
  note: string;
  options: LayoutOption[];
  build(board: HTMLElement): Parts;
  dress(parts: Parts, table: Table, words: Words): void;
  thickness(place: string, count: number): number;
  empty(place: string, lies: PlaceView): string;
  emptyClass(place: string): string;
  placeName(place: string, t: Translate, form?: string): string;
  optionLetters(picked: OptionValues): string;
  lettersMean(text: string): OptionValues;
  picture(): string;
}

/** The elements by the ids of their cards: whatever lies on the table has one. */
interface Cards extends Map<string, HTMLElement> {
  get(id: string): any;
}

interface Picture {
  board: HTMLElement;
  layout: Layout;
  parts: Parts;
  cells: Record<string, HTMLElement>;
  cards: Cards;
  drawn: Record<string, { ids: string[]; count?: number; key: string }>;
  hand: { source: string; el: HTMLElement; tilt: HTMLElement } | null;
  language: string | null;
  last?: HTMLElement; // where the focus was last
}

/** How a change is drawn: a motion of the whole table, or a card put back by the hand. */
interface Motion {
  motion?: string;
  returned?: boolean;
  press?: string;
}

/** A place's own two elements: what is seen when it is empty, and what is under the visible cards. */
type PlaceElements = [HTMLElement, HTMLElement];

/** Where everything was before a change is drawn. */
interface Before {
  rects: Map<string, DOMRect>;
  places: Record<string, string[]>;
  counts: Record<string, number>;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

/** A card and those on it, or an empty place, that was touched. */
interface Touched {
  place: string;
  count: number;
  felt: boolean;
}

// ---- what the page lends ----------------------------------------------------------------------------------------

type Update = <Answer>(change: (table: Table) => Answer, how?: Motion) => Answer;
type Say = (text: string) => void;
type Copy = (text: string, said: string) => void;
type Close = () => void;
type Commands = Record<string, (...given: any[]) => any>;
type Game = () => { table: Table; picture: Picture };

interface Find {
  <Tag extends keyof HTMLElementTagNameMap>(selector: Tag): HTMLElementTagNameMap[Tag];
  <Kind extends HTMLElement = HTMLElement>(selector: string): Kind;
}

type Buttons = (root: ParentNode, selector: string) => HTMLButtonElement[];

interface FindIn {
  <Tag extends keyof HTMLElementTagNameMap>(root: ParentNode, selector: Tag): HTMLElementTagNameMap[Tag];
  <Kind extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): Kind;
}

/** A button in a notice. */
interface NoticeAct {
  words: string;
  label: string;
  run: () => void;
}

interface Toast {
  (text: string, seconds?: number, act?: NoticeAct | null): void;
  hide(): void;
}

/** A window: `body` is its HTML after the heading. */
interface DialogOptions {
  title: string;
  body: string;
  cls?: string;
  onClose?: Close;
  describedBy?: string; // id of what is read out after the title
  into?: Element;
}

/** For a window over the table: the clock stands still while it is open. */
type Holding = () => { onClose: Close };

interface Told {
  table: Table;
  update: Update;
  toast: Toast;
  say: Say;
  complain: (failure: unknown) => void;
  holding: Holding;
}

interface WindowsPage extends Told {
  seat: (view: View) => void;
  seatNew: (view: View) => void;
  copy: Copy;
  keepTime: () => void;
  again: () => Promise<void>;
}

interface HintsPage extends Told {
  app: HTMLElement;
  picture: () => Picture;
  run: (actions: Action[]) => void;
  fresh: () => void;
  lamp: { rest(): void; arrived(): void };
  helped: (view: View) => void;
  place: (notice: HTMLElement) => void;
}

interface Look {
  theme?: string | null;
  suits?: string | null;
  hand?: string | null;
}

/** Set by app/theme.js before the first paint. */
declare var medialunaLook: (wanted: Look) => void;

// ---- what the page notes on the browser's own objects -----------------------------------------------------------

interface Element {
  drawing?: string; // what is drawn in it, so that it is not drawn again
}

interface Animation {
  of?: Element; // what it moves
}

interface DOMRect {
  flat?: number; // the width of a tilted card
}
