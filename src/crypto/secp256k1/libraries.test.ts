import { describe, expect, it } from 'vitest'
import type { Secp256k1Backend } from './backend.ts'
import { type Loaders, type Recover, Secp256k1Libraries } from './libraries.ts'
import { loadNoble } from './noble.ts'

const named = (name: Secp256k1Backend['name']): Secp256k1Backend => ({
  ...loadNoble(),
  name,
  recover: () => new TextEncoder().encode(name),
})
const vector: Recover = () => new TextEncoder().encode('vector')

const loaders = (changes: Partial<Loaders> = {}): Loaders => ({
  native: () => named('native'),
  noble: () => named('noble'),
  vectorRecover: () => vector,
  architecture: 'x64',
  ...changes,
})

/** The name of the library that recovers. */
const recovering = ({ recover }: Secp256k1Libraries): string =>
  new TextDecoder().decode(recover(new Uint8Array(32), new Uint8Array(64), 0))

describe('the choice of secp256k1 libraries', () => {
  it('is the native one where its binary loads', () => {
    const libraries = new Secp256k1Libraries(loaders())
    expect(libraries.backend.name).toBe('native')
    expect(recovering(libraries)).toBe('native')
  })

  it('is the vector module for recovery on arm64', () => {
    const libraries = new Secp256k1Libraries(loaders({ architecture: 'arm64' }))
    expect(libraries.backend.name).toBe('native')
    expect(recovering(libraries)).toBe('vector')
  })

  it('is noble without a binary, and the vector module for recovery', () => {
    const libraries = new Secp256k1Libraries(loaders({ native: () => undefined }))
    expect(libraries.backend.name).toBe('noble')
    expect(recovering(libraries)).toBe('vector')
  })

  it('is noble alone without a binary and vector instructions', () => {
    const libraries = new Secp256k1Libraries(
      loaders({ native: () => undefined, vectorRecover: () => undefined }),
    )
    expect(recovering(libraries)).toBe('noble')
  })

  it('is the native one on arm64 without vector instructions', () => {
    const libraries = new Secp256k1Libraries(
      loaders({ architecture: 'arm64', vectorRecover: () => undefined }),
    )
    expect(recovering(libraries)).toBe('native')
  })
})
