import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildUnlessFresh, digestOf, filesBelow } from '../../scripts/freshness.mjs'

describe('buildUnlessFresh', () => {
  let root: string
  let builds: number
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cambium-freshness-'))
    for (const name of ['source', 'output']) mkdirSync(join(root, name))
    write('source/a.ts', 'one')
    write('source/b.ts', 'two')
    builds = 0
    build()
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const at = (name: string): string => join(root, name)
  const write = (name: string, text: string): void => writeFileSync(at(name), text)

  function build(): void {
    buildUnlessFresh({
      record: at('output/.built'),
      folder: at('output'),
      digest: digestOf(root, filesBelow(at('source'))),
      build() {
        builds++
        write('output/program.js', 'program')
      },
    })
  }

  it('builds once while inputs and outputs stay the same', () => {
    build()
    expect(builds).toBe(1)
  })

  it('does not build when only the time of a source changes', () => {
    utimesSync(at('source/a.ts'), new Date(), new Date(Date.now() + 60_000))
    build()
    expect(builds).toBe(1)
  })

  it.each<readonly [string, () => void]>([
    ['a source changes and keeps its length and time', () => replaceKeepingTime('source/a.ts', 'eno')],
    ['a source is added', () => write('source/c.ts', '')],
    ['a source is removed', () => rmSync(at('source/b.ts'))],
    ['a source is renamed', () => renameSync(at('source/b.ts'), at('source/d.ts'))],
    ['an output is removed', () => rmSync(at('output/program.js'))],
    ['an output is cut short', () => write('output/program.js', 'prog')],
    ['the folder of outputs is removed', () => rmSync(at('output'), { recursive: true })],
  ])('builds again when %s', (_, change) => {
    change()
    mkdirSync(at('output'), { recursive: true })
    build()
    expect(builds).toBe(2)
  })

  it('builds again after a build that failed', () => {
    write('source/a.ts', 'three')
    const failing = {
      record: at('output/.built'),
      folder: at('output'),
      digest: digestOf(root, filesBelow(at('source'))),
      build() {
        throw new Error('a syntax error')
      },
    }
    expect(() => buildUnlessFresh(failing)).toThrow('a syntax error')
    write('source/a.ts', 'one')
    build()
    expect(builds).toBe(2)
  })

  function replaceKeepingTime(name: string, text: string): void {
    const time = new Date(0)
    utimesSync(at(name), time, time)
    build()
    write(name, text)
    utimesSync(at(name), time, time)
  }
})
