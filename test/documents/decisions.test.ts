import { describe, expect, it } from 'vitest'
import { filesIn, textOf } from './documents.ts'

const page = textOf('docs/decisions.md')
const decided = [...page.matchAll(/^### ([SMD]\d+)$/gm)].map(([, name]) => name!)
const entries = page.split(/^### /m).slice(1)
const citation = /\b[SMD]\d{1,2}\b/g
const comment = /\/\*[\s\S]*?\*\/|\/\/.*/g

interface Reasoned {
  readonly cases: string
  readonly why: string
}

const reasons = (path: string): Reasoned[] => JSON.parse(textOf(path))

const cited = (text: string): string[] => text.match(citation) ?? []

const unknown = (names: readonly string[]): string[] => names.filter((name) => !decided.includes(name))

describe('the page of decisions', () => {
  it('has each decision once, in the order of the numbers', () => {
    for (const series of ['S', 'M', 'D']) {
      const numbers = decided.filter((name) => name.startsWith(series)).map((name) => Number(name.slice(1)))
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
    }
    expect(decided.length).toBeGreaterThan(50)
  })

  it('names the sources, the decision, the reason and the place of each decision', () => {
    for (const entry of entries) {
      for (const part of ['Sources', 'Decision', 'Why', 'Where']) expect(entry).toContain(`\n- ${part}: `)
    }
  })
})

describe('recorded answers that differ', () => {
  it('begin their reason with the decisions behind it', () => {
    for (const { cases, why } of reasons('test/golden/differences.json')) {
      expect(why, cases).toMatch(/^[SMD]\d+(, [SMD]\d+)*: /)
    }
  })

  it.each(['test/golden/differences.json', 'test/tracing/goldenDifferences.json'])(
    'cite decisions of the page in %s',
    (path) => {
      expect(unknown(reasons(path).flatMap(({ why }) => cited(why)))).toEqual([])
    },
  )
})

describe('comments of the code', () => {
  it('cite decisions of the page', () => {
    const files = [...filesIn('src', '.ts'), ...filesIn('test', '.ts')]
    const names = files.flatMap((file) => (textOf(file).match(comment) ?? []).flatMap(cited))
    expect(names).toContain('S11')
    expect(unknown(names)).toEqual([])
  })
})
