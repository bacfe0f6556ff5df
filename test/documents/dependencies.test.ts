import { describe, expect, it } from 'vitest'
import { textOf } from './documents.ts'

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const { dependencies, devDependencies }: Manifest = JSON.parse(textOf('package.json'))
const installed = [...Object.keys(dependencies), ...Object.keys(devDependencies)]

/** Packages in the first column of the tables; `@scope/*` stands for all packages of a scope. */
const explained = textOf('docs/dependencies.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))

const covers = (entry: string, name: string): boolean =>
  entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : entry === name

describe('docs/dependencies.md', () => {
  it('gives a reason for every package', () => {
    const missing = installed.filter((name) => !explained.some((entry) => covers(entry, name)))
    expect(missing).toEqual([])
  })

  it('explains only installed packages', () => {
    expect(explained.filter((entry) => !installed.some((name) => covers(entry, name)))).toEqual([])
  })
})
