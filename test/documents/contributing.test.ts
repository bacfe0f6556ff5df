import { describe, expect, it } from 'vitest'
import { tableNames } from '../../src/store/tables.ts'
import { textOf } from './documents.ts'

const page = textOf('CONTRIBUTING.md')

describe('CONTRIBUTING.md', () => {
  it('names the commands of package.json', () => {
    const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
      textOf('package.json'),
    )
    // npm runs this script before packing.
    const ofNpm = ['prepack']
    const named = (script: string): boolean =>
      ['npm ', 'npm run '].some((start) => new RegExp(`\`${start}${script}[ \`]`).test(page))
    const missing = Object.keys(scripts).filter((script) => !ofNpm.includes(script) && !named(script))
    expect(missing).toEqual([])
  })

  it('has the steps of CI in order', () => {
    const steps = [...textOf('.ci/run').matchAll(/^title '(.*)'$/gm)].map(([, title]) => title)
    const listed = page.split('which starts from a bare checkout:')[1]!.split('\n## ')[0]!
    expect([...listed.matchAll(/^\d+\. (.*)$/gm)].map(([, title]) => title)).toEqual(steps)
  })
})

describe('docs/architecture.md', () => {
  it('names every WebAssembly module', () => {
    const [, list = ''] = /const modules = \[(.*)\]/.exec(textOf('scripts/build-wasm.mjs')) ?? []
    const modules = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name)
    const table = textOf('docs/architecture.md').split('| module of `wasm/` |')[1]!.split('\n\n')[0]!
    expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(modules)
    expect(modules.length).toBeGreaterThan(5)
  })

  it('names every table of the store', () => {
    const [, list = ''] = /## Data kept\n\n([\s\S]*?)\n\n/.exec(textOf('docs/architecture.md')) ?? []
    const named = list
      .split('\n')
      .slice(2)
      .flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
    expect(named.sort()).toEqual([...tableNames].sort())
  })
})
