/** Moments at equal distances; all in seconds since 1970. */
export interface EvenTimes {
  readonly from: number
  readonly to: number
  readonly step: number
}

/** The rows at each moment; undefined where there is no row, because the API leaves periods without traffic out. */
export function atEvenTimes<Row>(
  rows: readonly Row[],
  timeOf: (row: Row) => number,
  { from, to, step }: EvenTimes,
): { readonly times: readonly number[]; readonly rows: readonly (Row | undefined)[] } {
  const byTime = new Map(rows.map((row) => [timeOf(row), row]))
  const first = Math.ceil(from / step) * step
  const count = Math.max(0, Math.floor((to - first) / step) + 1)
  const times = Array.from({ length: count }, (_, index) => first + index * step)
  return { times, rows: times.map((time) => byTime.get(time)) }
}
