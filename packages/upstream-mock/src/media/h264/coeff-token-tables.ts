import { type VariableLengthCode, variableLengthCode } from './variable-length-code.ts';

/** Columns of Table 9-5 for trailing ones 0..3; rows run over TotalCoeff. */
type CoeffTokenRows = readonly (readonly string[])[];

/** ITU-T H.264 Table 9-5, column `0 <= nC < 2`. Row: TotalCoeff 0..16; within: TrailingOnes 0..3. */
const COEFF_TOKEN_FEW_NEIGHBOURS: CoeffTokenRows = [
  ['1'],
  ['0001 01', '01'],
  ['0000 0111', '0001 00', '001'],
  ['0000 0011 1', '0000 0110', '0000 101', '0001 1'],
  ['0000 0001 11', '0000 0011 0', '0000 0101', '0000 11'],
  ['0000 0000 111', '0000 0001 10', '0000 0010 1', '0000 100'],
  ['0000 0000 0111 1', '0000 0000 110', '0000 0001 01', '0000 0100'],
  ['0000 0000 0101 1', '0000 0000 0111 0', '0000 0000 101', '0000 0010 0'],
  ['0000 0000 0100 0', '0000 0000 0101 0', '0000 0000 0110 1', '0000 0001 00'],
  ['0000 0000 0011 11', '0000 0000 0011 10', '0000 0000 0100 1', '0000 0000 100'],
  ['0000 0000 0010 11', '0000 0000 0010 10', '0000 0000 0011 01', '0000 0000 0110 0'],
  ['0000 0000 0001 111', '0000 0000 0001 110', '0000 0000 0010 01', '0000 0000 0011 00'],
  ['0000 0000 0001 011', '0000 0000 0001 010', '0000 0000 0001 101', '0000 0000 0010 00'],
  ['0000 0000 0000 1111', '0000 0000 0000 001', '0000 0000 0001 001', '0000 0000 0001 100'],
  ['0000 0000 0000 1011', '0000 0000 0000 1110', '0000 0000 0000 1101', '0000 0000 0001 000'],
  ['0000 0000 0000 0111', '0000 0000 0000 1010', '0000 0000 0000 1001', '0000 0000 0000 1100'],
  ['0000 0000 0000 0100', '0000 0000 0000 0110', '0000 0000 0000 0101', '0000 0000 0000 1000'],
];

/** ITU-T H.264 Table 9-5, column `nC == -1`: chroma DC of 4:2:0. Row: TotalCoeff 0..4. */
const COEFF_TOKEN_CHROMA_DC_420: CoeffTokenRows = [
  ['01'],
  ['0001 11', '1'],
  ['0001 00', '0001 10', '001'],
  ['0000 11', '0000 011', '0000 010', '0001 01'],
  ['0000 10', '0000 0011', '0000 0010', '0000 000'],
];

/** Row of a (TotalCoeff, TrailingOnes) pair in a coeff_token code of this file. */
export function coeffTokenRow(totalCoefficients: number, trailingOnes: number): number {
  return 4 * totalCoefficients + trailingOnes;
}

/** Pads every TotalCoeff to four rows so that {@link coeffTokenRow} is plain arithmetic. */
function flatten(rows: CoeffTokenRows): VariableLengthCode {
  return variableLengthCode(rows.flatMap((row) => [0, 1, 2, 3].map((ones) => row[ones] ?? '')));
}

/** coeff_token while the neighbouring blocks hold fewer than two coefficients (Table 9-5). */
export const COEFF_TOKEN_LUMA = flatten(COEFF_TOKEN_FEW_NEIGHBOURS);

/** coeff_token of a 2x2 chroma DC block (Table 9-5). */
export const COEFF_TOKEN_CHROMA_DC = flatten(COEFF_TOKEN_CHROMA_DC_420);
