import { type CellCanvas, fillRectangle, type Rectangle } from '../canvas/cell-canvas.ts';
import { keyedNumber } from '../hash.ts';
import { PART, TILE_COLOR_COUNT } from './picture-palette.ts';

/** What a mosaic is made from. */
export interface MosaicOptions {
  readonly area: Rectangle;
  /** Cells on one side of a tile. */
  readonly tileCells: number;
  /** Decides every tile. */
  readonly key: number;
  /** Frames per second of a video, whose tiles change in waves; `null` keeps the first pattern. */
  readonly framesPerSecond: number | null;
}

/** A pattern of tiles. */
export interface Mosaic {
  /** Draws the pattern of one frame; the frames drawn before make no difference to the outcome. */
  draw(canvas: CellCanvas, frameIndex: number): void;
}

/** Seconds a tile keeps its colour, and seconds it takes the next one to cover it. */
const TILE_SECONDS = 3;
const WIPE_SECONDS = 1 / 3;
/** A tile starts to change this much later than the one before it on the diagonal. */
const WAVE_STEP_SECONDS = 1 / 8;

/** Lays a mosaic out. */
export function createMosaic(options: MosaicOptions): Mosaic {
  return new TileMosaic(options);
}

class TileMosaic implements Mosaic {
  readonly #options: MosaicOptions;
  readonly #tileColumns: number;
  /** What each tile last showed, so that a still tile costs nothing. */
  readonly #shown: Int32Array;

  constructor(options: MosaicOptions) {
    const { area, tileCells } = options;
    this.#options = options;
    this.#tileColumns = Math.ceil(area.columns / tileCells);
    this.#shown = new Int32Array(this.#tileColumns * Math.ceil(area.rows / tileCells)).fill(-1);
  }

  draw(canvas: CellCanvas, frameIndex: number): void {
    const { tileCells } = this.#options;
    for (let tile = 0; tile < this.#shown.length; tile += 1) {
      const { generation, covered } = this.#stateOf(tile, frameIndex);
      const state = generation * (tileCells + 1) + covered;
      if (this.#shown[tile] === state) continue;
      this.#shown[tile] = state;
      this.#drawTile(canvas, tile, { generation, covered });
    }
  }

  /** How often a tile has changed, and how many columns the present colour already covers. */
  #stateOf(tile: number, frameIndex: number): TileState {
    const { framesPerSecond, key, tileCells } = this.#options;
    if (framesPerSecond === null) return { generation: 0, covered: tileCells };
    const period = TILE_SECONDS * framesPerSecond;
    const diagonal = (tile % this.#tileColumns) + Math.floor(tile / this.#tileColumns);
    const jitter = keyedNumber(key, tile) % framesPerSecond;
    const delay = Math.round(diagonal * WAVE_STEP_SECONDS * framesPerSecond) + jitter;
    const time = frameIndex + period - (delay % period);
    const wipeFrames = Math.max(1, Math.round(WIPE_SECONDS * framesPerSecond));
    const covered = Math.ceil((tileCells * ((time % period) + 1)) / wipeFrames);
    return { generation: Math.floor(time / period), covered: Math.min(tileCells, covered) };
  }

  #drawTile(canvas: CellCanvas, tile: number, { generation, covered }: TileState): void {
    const { area, tileCells } = this.#options;
    const left = (tile % this.#tileColumns) * tileCells;
    const top = Math.floor(tile / this.#tileColumns) * tileCells;
    const columns = Math.min(tileCells, area.columns - left, canvas.columns - area.column - left);
    const rows = Math.min(tileCells, area.rows - top, canvas.rows - area.row - top);
    const place = { column: area.column + left, row: area.row + top, rows };
    fillRectangle(canvas, { ...place, columns }, this.#colorOf(tile, generation - 1));
    const wiped = { ...place, columns: Math.min(columns, covered) };
    fillRectangle(canvas, wiped, this.#colorOf(tile, generation));
  }

  #colorOf(tile: number, generation: number): number {
    return PART.firstTile + (keyedNumber(this.#options.key, tile, generation) % TILE_COLOR_COUNT);
  }
}

interface TileState {
  readonly generation: number;
  readonly covered: number;
}
