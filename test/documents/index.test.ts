import { describe, expect, it } from 'vitest'
import { filesIn, relativeLinks, textOf } from './documents.ts'

const pages = filesIn('docs', '.md')
  .map((path) => path.slice('docs/'.length))
  .filter((name) => name !== 'README.md')

describe('the indexes of pages', () => {
  it('docs/README.md names every page', () => {
    const named = relativeLinks('docs/README.md')
    expect(pages.filter((page) => !named.includes(page))).toEqual([])
  })

  it('README.md leads each of its readers to a page', () => {
    const readers = textOf('README.md').split('| you are |')[1]!.split('\n\n')[0]!.split('\n').slice(2)
    expect(readers.map((row) => row.split('|')[1]!.trim())).toEqual([
      'a contract developer',
      'an indexer',
      'a wallet or dApp',
      'a miner',
      'an operator',
      'a contributor',
    ])
    for (const row of readers) expect(row).toMatch(/\]\(docs\/\w+\.md\)/)
  })
})

describe('bench/README.md', () => {
  it('names every benchmark', () => {
    const benchmarks = filesIn('bench', '.ts')
      .filter(
        (path) => /^bench\/\w+\.ts$/.test(path) && /export (async )?function bench\b/.test(textOf(path)),
      )
      .map((path) => path.slice('bench/'.length, -'.ts'.length))
    const named = [...textOf('bench/README.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(named).toEqual(benchmarks)
  })
})
