import { describe, expect, it, vi } from 'vitest'
import type { Secp256k1Backend } from './backend.ts'
import { type Loaders, type Recover, Secp256k1Libraries, type Sign } from './libraries.ts'
import { loadNoble } from './noble.ts'

const named = (name: Secp256k1Backend['name']): Secp256k1Backend => ({
  ...loadNoble(),
  name,
  recover: () => new TextEncoder().encode(name),
})
const vector: Recover = () => new TextEncoder().encode('vector')
const published: Sign = () => ({ signature: new TextEncoder().encode('published'), recovery: 0 })

const loaders = (changes: Partial<Loaders> = {}): Loaders => ({
  native: () => named('native'),
  wasm: async () => named('wasm'),
  noble: () => named('noble'),
  vectorRecover: () => vector,
  publishedSign: () => published,
  architecture: 'x64',
  ...changes,
})

/** The name of the library that recovers. */
const recovering = ({ recover }: Secp256k1Libraries): string =>
  new TextDecoder().decode(recover(new Uint8Array(32), new Uint8Array(64), 0))

describe('the choice of secp256k1 libraries', () => {
  it('is the native one where its binary loads', async () => {
    const libraries = new Secp256k1Libraries(loaders())
    await libraries.ready
    expect(libraries.backend.name).toBe('native')
    expect(recovering(libraries)).toBe('native')
  })

  it('is the vector module for recovery on arm64', () => {
    const libraries = new Secp256k1Libraries(loaders({ architecture: 'arm64' }))
    expect(libraries.backend.name).toBe('native')
    expect(recovering(libraries)).toBe('vector')
  })

  it('is noble without a binary until WebAssembly is ready', async () => {
    const libraries = new Secp256k1Libraries(loaders({ native: () => undefined }))
    expect(libraries.backend.name).toBe('noble')
    await libraries.ready
    expect(libraries.backend.name).toBe('wasm')
    expect(recovering(libraries)).toBe('vector')
  })

  it('follows the switch to WebAssembly in recovery without vector instructions', async () => {
    const libraries = new Secp256k1Libraries(
      loaders({ native: () => undefined, vectorRecover: () => undefined }),
    )
    expect(recovering(libraries)).toBe('noble')
    await libraries.ready
    expect(recovering(libraries)).toBe('wasm')
  })

  it('stays noble when WebAssembly does not load', async () => {
    const wasm = () => Promise.reject(new Error('no WebAssembly'))
    const libraries = new Secp256k1Libraries(
      loaders({ native: () => undefined, wasm, vectorRecover: () => undefined }),
    )
    await libraries.ready
    expect(libraries.backend.name).toBe('noble')
    expect(recovering(libraries)).toBe('noble')
  })

  it('is the native one on arm64 without vector instructions', () => {
    const libraries = new Secp256k1Libraries(
      loaders({ architecture: 'arm64', vectorRecover: () => undefined }),
    )
    expect(recovering(libraries)).toBe('native')
  })

  it('is the module of its own for published keys, without loading another', () => {
    const native = () => expect.unreachable()
    const { publishedSign } = new Secp256k1Libraries(loaders({ native }))
    expect(publishedSign).toBe(published)
  })

  it('signs with published keys by the library of all others where that module does not run', () => {
    const sign: Sign = () => undefined
    const native = () => ({ ...named('native'), sign: vi.fn(sign) })
    const libraries = new Secp256k1Libraries(loaders({ native, publishedSign: () => undefined }))
    expect(libraries.publishedSign(new Uint8Array(32), new Uint8Array(32))).toBeUndefined()
    expect(libraries.backend.sign).toHaveBeenCalledOnce()
  })

  it('uncompresses a few keys before a library is loaded', () => {
    const native = vi.fn(() => named('native'))
    const libraries = new Secp256k1Libraries(loaders({ native }))
    const compressed = Uint8Array.from([2, ...new Uint8Array(31), 1])
    const first = libraries.uncompress(compressed)
    expect(first).toEqual(loadNoble().uncompress(compressed))
    expect(native).not.toHaveBeenCalled()
    for (let key = 1; key < 9; key++) expect(libraries.uncompress(compressed)).toEqual(first)
    expect(native).toHaveBeenCalledOnce()
  })
})
