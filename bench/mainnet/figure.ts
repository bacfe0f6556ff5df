import { tableHead, tableRow } from '../measuring/figures.ts'

/** A measured value, in a form that should not depend on the length of the chain. */
export interface Figure {
  readonly name: string
  /** Undefined where the chain is too short. */
  readonly value: number | undefined
  /** Whether more is better. */
  readonly isRate?: boolean
}

/** A figure that is so many times worse on the whole chain than on a tenth of it grows with the length. */
const maximumGrowth = 1.5

/** A Markdown table of the figures at several lengths, with the ratio of the whole chain to a tenth of it. */
export function tableOf(heights: readonly number[], columns: readonly (readonly Figure[])[]): string {
  const head = ['', ...heights.map((height) => `${height.toLocaleString('en-US')} blocks`), 'ratio', '']
  const lines = columns[0]!.map((figure, index) => {
    const values = columns.map((figures) => figures[index]!.value)
    const [tenth, whole] = [values.at(-3), values.at(-1)]
    const ratio = tenth === undefined || whole === undefined ? undefined : whole / tenth
    const growth = ratio === undefined ? 1 : figure.isRate ? 1 / ratio : ratio
    return [figure.name, ...values.map(text), text(ratio), growth > maximumGrowth ? '**grows**' : '']
  })
  return [tableHead(head), ...lines.map(tableRow)].join('\n')
}

function text(value: number | undefined): string {
  if (value === undefined) return '–'
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
