/** The value below which a part of all values is. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Sizes of a benchmark come from environment variables. */
export function sizeFrom(variable: string, usual: number): number {
  const size = Number(process.env[variable] ?? usual)
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`${variable} must be a positive whole number`)
  return size
}

/** The head of a Markdown table whose first columns have text and whose others have figures. */
export const tableHead = (names: readonly string[], texts = 1): string =>
  `${tableRow(names)}\n|${names.map((_, column) => (column < texts ? '---|' : '--:|')).join('')}`

export const tableRow = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
