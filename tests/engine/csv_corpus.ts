/**
 * Malformed CSV texts with the beginning of their error messages, and valid texts, which all
 * contain the same four numbers.
 */

const number = (line: number, column: number, value: string) =>
  `csv line ${line}, column ${column} is ${value}; expected a number`;
const fits = (column: number, value: string) =>
  `csv line 1, column ${column} is "${value}"; expected a number that float32 can hold`;
const width = (line: number, fields: number, first = 2, at = 1) =>
  `csv line ${line} is ${fields} fields long; expected ${first} fields, as in line ${at}`;
const closing = (line: number) =>
  `csv line ${line} is a quote that is never closed; expected a closing quote`;
const after = (line: number) =>
  `csv line ${line} is text after a closing quote; expected a separator or the end of the line`;
const separators = (text: string) =>
  `csv is ${text}; expected columns separated by commas, semicolons or tabs`;
const empty = 'csv is empty; expected one line of data or more';

export const malformed_csv: readonly (readonly [text: string, message: string])[] = [
  ['', empty],
  [' \t ', empty],
  ['\r\n\n\r', empty],
  [',', 'csv is a text without a value; expected one line of data or more'],
  [',,\n,,\n', 'csv is a text without a value; expected one line of data or more'],
  ['"",""', 'csv is a text without a value; expected one line of data or more'],
  ['x,y\n', 'csv is a header alone; expected one line of data or more'],
  ['7', separators('"7"')],
  ['7\n8\n9', separators('"7"')],
  ['1 2\n3 4', separators('"1 2"')],
  ['1|2\n3|4', separators('"1|2"')],
  ['{"error":"not found"}', separators('"{"error":"not found"}"')],
  ['<!DOCTYPE html>\n<html></html>', separators('"<!DOCTYPE html>"')],
  ['\u0000\u0001\u0002', separators('"\ufffd\u0001\u0002"')],
  ['9'.repeat(100_000), separators(`"${'9'.repeat(40)}..."`)],
  ['1,2\n3', width(2, 1)],
  ['1,2\n3,4,5', width(2, 3)],
  ['1,2\n\n\n3', width(4, 1)],
  ['x,y\n1,2\n3,4,', width(3, 3)],
  ['1,2\n3;4', width(2, 1)],
  [`1,2\n${',3'.repeat(50_000)}`, width(2, 50_001)],
  ['"1\n",2\n3', width(3, 1)],
  ['1,"2', closing(1)],
  ['1,2\n3,"4\n5,6', closing(2)],
  [`1,"${'x'.repeat(100_000)}`, closing(1)],
  [`1,${'"'.repeat(99_999)}`, closing(1)],
  ['"1"2,3', after(1)],
  ['1,2\n"3" 4,5', after(2)],
  ['1,2\n,4', number(2, 1, 'empty')],
  ['1,2\nNaN,4', number(2, 1, '"NaN"')],
  ['1,2\nInfinity,4', number(2, 1, '"Infinity"')],
  ['1,2\n-inf,4', number(2, 1, '"-inf"')],
  ['1,2\n0x10,4', number(2, 1, '"0x10"')],
  ['1,2\n1_000,4', number(2, 1, '"1_000"')],
  ['1,2\n1e,4', number(2, 1, '"1e"')],
  ['1,2\n1e+,4', number(2, 1, '"1e+"')],
  ['1,2\n.,4', number(2, 1, '"."')],
  ['1,2\n+-1,4', number(2, 1, '"+-1"')],
  ['1,2\n1.2.3,4', number(2, 1, '"1.2.3"')],
  ['1,2\n１２,4', number(2, 1, '"１２"')],
  ['1,2\n٣,4', number(2, 1, '"٣"')],
  ['1,2\n−1,4', number(2, 1, '"−1"')],
  ['1,2\n1\u00a0000,4', number(2, 1, '"1\u00a0000"')],
  ['1,2\n1\u0000,4', number(2, 1, '"1\ufffd"')],
  ['1,2\n<img src=x onerror=alert(1)>,4', number(2, 1, '"<img src=x onerror=alert(1)>"')],
  ['1;2\n1,2,3;4', number(2, 1, '"1,2,3"')],
  ['1;2\n1.234,5;4', number(2, 1, '"1.234,5"')],
  ['1,2\n3,dog', number(2, 2, '"dog"')],
  ['1,dog\n3,', 'csv line 2, column 2 is empty; expected a label'],
  ['1e39,2', fits(1, '1e39')],
  ['1,-1e999', fits(2, '-1e999')],
  [`1${'0'.repeat(50)},2`, fits(1, `1${'0'.repeat(39)}...`)],
];

export const valid_csv: readonly string[] = [
  '1.5,-2\n0.25,4',
  '1.5,-2\n0.25,4\n',
  '1.5,-2\r\n0.25,4\r\n',
  '1.5,-2\r0.25,4',
  '\uFEFF1.5,-2\n0.25,4',
  'x,y\n1.5,-2\n0.25,4',
  '"x, in m","y ""quoted"""\n1.5,-2\n0.25,4',
  '1.5;-2\n0.25;4',
  '1,5;-2\n0,25;4',
  '1.5\t-2\n0.25\t4',
  '1,5\t-2\n0,25\t4',
  '"1.5","-2"\n"0.25","4"',
  '  1.5 , -2 \n\n 0.25 ,4  \n\n',
  '15e-1,-2E0\n+.25,4.',
  '1.5,-2\n,\n0.25,4',
  `1.5,-2\n0.25${'0'.repeat(10_000)},4`,
];
