import { describe, expect, it } from 'vitest'
import { readArtifact, readArtifacts } from './artifact.ts'
import { compareCode, likelyHoles } from './codeMatch.ts'

const abi = [{ type: 'function', name: 'total', inputs: [], outputs: [], stateMutability: 'view' }]
const zeros = '0'.repeat(64)
/** The hash of sources, the version of the compiler, and the length of both. */
const metadata = (hash: string) => `a2646970667358221220${hash.repeat(32)}64736f6c634300081c0033`

describe('compareCode', () => {
  const compiled = { digits: `6001${metadata('aa')}`, holes: [{ start: 1, length: 1 }] }

  it('leaves out what a deployment fills in, and distinguishes metadata from instructions', () => {
    expect(compareCode(`0x6001${metadata('aa')}`, compiled)).toBe('exact')
    expect(compareCode(`0x60FF${metadata('aa')}`, compiled)).toBe('exact')
    expect(compareCode(`0x60ff${metadata('bb')}`, compiled)).toBe('same-instructions')
    expect(compareCode('0x60ff', compiled)).toBe('same-instructions')
    expect(compareCode(`0x6101${metadata('aa')}`, compiled)).toBe('different')
    expect(compareCode('0x', compiled)).toBe('different')
    expect(compareCode('0x', { digits: metadata('aa'), holes: [] })).toBe('different')
  })

  it('finds the usual places in an artifact that does not list them', () => {
    const digits = `7f${zeros}60fe`
    expect(compareCode(`0x7f${'ab'.repeat(32)}60fe`, { digits, holes: likelyHoles(digits) })).toBe('exact')
    const library = `73${'0'.repeat(40)}3014`
    expect(likelyHoles(library)).toEqual([{ start: 1, length: 20 }])
    expect(likelyHoles(`6000__$${'a'.repeat(34)}$__00`)).toEqual([{ start: 2, length: 20 }])
  })
})

describe('readArtifacts', () => {
  it('reads artifacts of Hardhat and Foundry', () => {
    const hardhat = { contractName: 'Vault', abi, bytecode: '0x60', deployedBytecode: '0x6001' }
    expect(readArtifact(JSON.stringify(hardhat))).toMatchObject({
      name: 'Vault',
      bytecode: '0x60',
      deployed: { digits: '6001', holes: [] },
    })
    const foundry = {
      abi,
      deployedBytecode: { object: '0x6001', immutableReferences: { 3: [{ start: 1, length: 1 }] } },
      metadata: { settings: { compilationTarget: { 'src/Vault.sol': 'Vault' } } },
    }
    expect(readArtifact(JSON.stringify(foundry))).toMatchObject({
      name: 'Vault',
      deployed: { holes: [{ start: 1, length: 1 }] },
    })
  })

  it('reads every contract of a build with the sources that it names, its own first', () => {
    const contract = {
      abi,
      evm: { deployedBytecode: { object: '6001', immutableReferences: {} } },
      metadata: JSON.stringify({ sources: { 'a.sol': {}, 'b.sol': {} } }),
    }
    const build = {
      input: { sources: { 'a.sol': { content: 'A' }, 'b.sol': { content: 'B' }, 'c.sol': { content: 'C' } } },
      output: { contracts: { 'b.sol': { Vault: contract, Other: { ...contract, metadata: '{' } } } },
    }
    const read = readArtifacts(JSON.stringify(build)).map(({ name, sources }) => [
      name,
      sources.map(({ path }) => path),
    ])
    expect(read).toEqual([
      ['Vault', ['b.sol', 'a.sol']],
      ['Other', ['b.sol', 'a.sol', 'c.sol']],
    ])
  })

  it('says what is missing', () => {
    const input = { language: 'Solidity', sources: {} }
    expect(() => readArtifact(JSON.stringify(input))).toThrow('the input of a compiler')
    expect(() => readArtifact('{"contracts":{}}')).toThrow('no contracts with an ABI')
    expect(() => readArtifact('{"abi":{}}')).toThrow('no ABI')
  })
})
