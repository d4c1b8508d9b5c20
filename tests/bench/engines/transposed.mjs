/** @returns {Float32Array} the (columns, rows) transpose of a (rows, columns) matrix */
export function transposed(matrix, rows, columns) {
  const result = new Float32Array(matrix.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      result[column * rows + row] = matrix[row * columns + column];
  return result;
}
