/** The beginning and the end of a long hex text. */
export const shortened = (hex: string, kept = 6): string =>
  hex.length <= 2 * kept + 5 ? hex : `${hex.slice(0, kept + 2)}…${hex.slice(-kept)}`

export const bytesIn = (data: string): number => Math.max(0, (data.length - 2) / 2)
