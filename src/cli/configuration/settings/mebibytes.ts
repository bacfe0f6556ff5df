import { isWholeNumber, shown, UnsuitableValue, type ValueType } from './valueTypes.ts'

/** An amount of memory in MiB; text may have a unit: `2048`, `2048M`, `2GiB`. */
export function mebibytes(from: number, to: number): ValueType<number> {
  const description = `a whole number of MiB from ${from} to ${to}, or an amount as 2G`
  return {
    description,
    placeholder: 'MIB',
    fromText: (given) => mebibytesIn(given) ?? given,
    check(value) {
      const amount = typeof value === 'string' ? mebibytesIn(value) : value
      if (!isWholeNumber(amount, from, to))
        throw new UnsuitableValue(`is ${shown(value)}, not ${description}`)
      return amount
    },
  }
}

const amountForm = /^(\d{1,12})(?: ?([mg])(?:i?b)?)?$/i

/** Units are powers of 1,024, as those of systemd and of containers are. Undefined for text of another form. */
export function mebibytesIn(given: string): number | undefined {
  const [, digits, unit = 'm'] = amountForm.exec(given) ?? []
  return digits === undefined ? undefined : Number(digits) * (unit.toLowerCase() === 'g' ? 1024 : 1)
}
