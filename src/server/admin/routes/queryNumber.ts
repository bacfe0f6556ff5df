import { AdminError } from '../adminRoute.ts'

/** A whole number of the query, within bounds; the default if it is absent. */
export function wholeNumberIn(
  query: URLSearchParams,
  name: string,
  absent: number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const text = query.get(name)
  if (text === null) return absent
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= from && number <= to) return number
  throw new AdminError(400, `${name} is not a whole number from ${from} to ${to}`)
}
