import { median, tableHead, tableRow } from '../measuring/figures.ts'

type Phase = 'first' | 'settled'

/** Figures of one kind of work: of each program, by round. */
type Figures = Partial<Record<Phase, number[][]>>

/** Collects figures and writes them with the ratio of the first program to the best of the others. */
export class Table {
  readonly #names: readonly string[]
  readonly #rows = new Map<string, Figures>()

  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** Adds the next round's figure of a program. More is better in a row `…, a second`, less in all others. */
  add(title: string, phase: Phase, program: number, figure: number): void {
    const figures = this.#rows.get(title) ?? {}
    this.#rows.set(title, figures)
    figures[phase] ??= this.#names.map(() => [])
    figures[phase][program]!.push(figure)
  }

  text(): string {
    const lines = [...this.#rows].map(([title, figures]) => {
      const isRate = title.endsWith('a second')
      const ratios = phases.map((phase) => ratioText(figures[phase], isRate))
      const cells = this.#names.map((_, program) =>
        phases.map((phase) => figureText(figures[phase]?.[program])).join(' / '),
      )
      return tableRow([title, ...ratios, ...cells])
    })
    return [
      '\nRatio of the first program to the best other one: median (minimum to maximum) of the rounds. Figures: first / settled.\n',
      tableHead(['', 'first', 'settled', ...this.#names]),
      ...lines,
    ].join('\n')
  }
}

const phases: readonly Phase[] = ['first', 'settled']

function ratioText(figures: number[][] | undefined, isRate: boolean): string {
  const [ours = [], ...others] = figures ?? []
  const best = isRate ? Math.max : Math.min
  const ratios = ours.flatMap((figure, round) => {
    const theirs = others.flatMap((other) => other[round] ?? [])
    return theirs.length === 0 ? [] : [figure / best(...theirs)]
  })
  if (ratios.length === 0) return ''
  const [minimum, maximum] = [Math.min(...ratios), Math.max(...ratios)]
  return `${median(ratios).toFixed(2)} (${minimum.toFixed(2)} to ${maximum.toFixed(2)})`
}

const figureText = (rounds: number[] | undefined): string =>
  rounds === undefined || rounds.length === 0
    ? '–'
    : median(rounds).toLocaleString('en-US', { maximumSignificantDigits: 3 })
