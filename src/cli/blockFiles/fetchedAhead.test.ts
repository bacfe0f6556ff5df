import { describe, expect, it } from 'vitest'
import type { ArchivedFile } from './archiveManifest.ts'
import type { FetchedFile } from './archiveSource.ts'
import { fetchedAhead, maximumFiles } from './fetchedAhead.ts'

const hash = new Uint8Array(32)
const filesOf = (sizes: readonly number[]): ArchivedFile[] =>
  sizes.map((bytes, index) => ({
    ...{ name: String(index), from: index + 1, to: index + 1, bytes },
    ...{ firstHash: hash, lastHash: hash, sha256: hash },
  }))

/** Notes what is fetched and removed. Later files are there sooner than earlier ones. */
class Source {
  readonly begun: string[] = []
  readonly removed: string[] = []
  readonly stored = new Set<string>()
  failing: string | undefined

  async fetch({ name, from }: ArchivedFile, _: string, signal: AbortSignal): Promise<FetchedFile> {
    this.begun.push(name)
    await new Promise((resolve) => setTimeout(resolve, 20 - from))
    signal.throwIfAborted()
    if (name === this.failing) throw new Error(`${name} is damaged`)
    this.stored.add(name)
    const remove = (): void => {
      this.stored.delete(name)
      this.removed.push(name)
    }
    return { path: name, remove }
  }
}

const { signal } = new AbortController()
const gibibyte = 2 ** 30

describe('fetchedAhead', () => {
  it('gives files in their order, fetches a few ahead and removes each before the next', async () => {
    const source = new Source()
    const given: string[] = []
    for await (const { path } of fetchedAhead(filesOf(Array(12).fill(1)), source, '', signal)) {
      given.push(path)
      expect(source.begun.length).toBeLessThanOrEqual(given.length - 1 + maximumFiles)
      expect(source.removed).toEqual(given.slice(0, -1))
    }
    expect(given).toEqual(Array.from({ length: 12 }, (_, index) => String(index)))
    expect(source.stored.size).toBe(0)
  })

  it('fetches a file alone that is larger than all files together may be', async () => {
    const source = new Source()
    for await (const { path } of fetchedAhead(filesOf([1, gibibyte, 1]), source, '', signal))
      expect(source.begun.at(-1)).toBe(path)
  })

  it('gives the files before one that cannot be fetched, and leaves none behind', async () => {
    const source = new Source()
    source.failing = '2'
    const given: string[] = []
    const reading = async (): Promise<void> => {
      for await (const { path } of fetchedAhead(filesOf([1, 1, 1, 1, 1]), source, '', signal))
        given.push(path)
    }
    await expect(reading()).rejects.toThrow('2 is damaged')
    expect(given).toEqual(['0', '1'])
    expect(source.stored.size).toBe(0)
  })

  it('leaves no file behind when its reader stops', async () => {
    const source = new Source()
    for await (const _ of fetchedAhead(filesOf([1, 1, 1, 1]), source, '', signal)) break
    expect(source.stored.size).toBe(0)
  })
})
