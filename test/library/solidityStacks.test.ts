import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type LocalNode, ProviderRpcError } from '../../src/index.ts'
import { NodeProvider } from '../../src/library/ethers.ts'
import { testClient } from '../../src/library/viem.ts'

const path = 'contracts/Vault.sol'
const content = 'contract Vault {\n  function close() external {\n    revert();\n  }\n}\n'
/** PUSH1 0, PUSH1 0, REVERT. */
const reverting = '60006000fd'
const build = {
  input: { sources: { [path]: { content } } },
  output: {
    sources: { [path]: { id: 0 } },
    contracts: {
      [path]: {
        Vault: {
          abi: [{ type: 'function', name: 'close', inputs: [], stateMutability: 'nonpayable' }],
          evm: { deployedBytecode: { object: reverting, sourceMap: `${content.indexOf('revert')}:8:0:-;;` } },
        },
      },
    },
  },
}
const address = `0x${'5e'.repeat(20)}` as const
const solidityLine = 'at Vault.close (contracts/Vault.sol:3)'
const stackOf = async (failing: Promise<unknown>): Promise<string> => {
  const error = await failing.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('the call did not fail')
  return error.stack ?? ''
}

describe('the stack of an error', () => {
  let artifacts: string
  let node: LocalNode
  const compile = (): void => {
    mkdirSync(join(artifacts, 'build-info'), { recursive: true })
    writeFileSync(join(artifacts, 'build-info/1.json'), JSON.stringify(build))
  }
  beforeEach(async () => {
    artifacts = join(mkdtempSync(join(tmpdir(), 'cambium-stacks-')), 'artifacts')
    node = await createNode({ artifacts, throwOnRevert: true })
    await node.request({ method: 'anvil_setCode', params: [address, `0x${reverting}`] })
  })
  afterEach(() => {
    node.close()
    rmSync(join(artifacts, '..'), { recursive: true })
  })

  it.each([
    ['call', 'eth_call', {}],
    ['estimate', 'eth_estimateGas', {}],
    ['transaction that failed in its block', 'eth_sendTransaction', { gas: '0x186a0' }],
  ])(
    'of a failed %s begins with the line of Solidity, above the lines of the program',
    async (_, method, gas) => {
      compile()
      const params = [{ from: node.accounts[0]!.address, to: address, ...gas }]
      const stack = await stackOf(node.request({ method, params }))
      const lines = stack.split('\n')
      expect(lines[0]).toMatch(/^ProviderRpcError: .*reverted/)
      expect(lines[1]?.trim()).toBe(solidityLine)
      expect(stack).toContain('solidityStacks.test.ts')
    },
  )

  it('has the line if the contract was compiled after the chain had started and the call had failed', async () => {
    const failure = node.request({ method: 'eth_call', params: [{ to: address }] })
    const error = await failure.catch((reason: unknown) => reason)
    compile()
    expect(error).toBeInstanceOf(ProviderRpcError)
    expect(Object(error).solidityStack).toEqual(['Vault.close (contracts/Vault.sol:3)'])
  })

  it('has the line after the chain has moved on and the node is closed', async () => {
    compile()
    const failure = node.request({ method: 'eth_call', params: [{ to: address }] })
    const error = await failure.catch((reason: unknown) => reason)
    await node.request({ method: 'anvil_setCode', params: [address, '0x'] })
    node.mine(3)
    await node.close()
    expect(Object(error).stack).toContain(solidityLine)
  })

  it('of a transaction has the line if it is read before the node is closed, else only those of the program', async () => {
    compile()
    const transaction = { from: node.accounts[0]!.address, to: address, gas: '0x186a0' }
    const failed = () =>
      node
        .request({ method: 'eth_sendTransaction', params: [transaction] })
        .catch((reason: unknown) => reason)
    const [read, unread] = [Object(await failed()), Object(await failed())]
    expect(read.solidityStack).toHaveLength(1)
    await node.close()
    expect(read.stack).toContain(solidityLine)
    expect(unread.stack).toMatch(/^ProviderRpcError: .*reverted/)
    expect(unread.solidityStack).toEqual([])
  })

  it('has no line without a known contract', async () => {
    const stack = await stackOf(node.request({ method: 'eth_call', params: [{ to: address }] }))
    expect(stack).toContain('RunningNode.request')
    expect(stack).not.toContain('.sol')
  })

  it('is kept by the client of viem, as the last cause of its error', async () => {
    compile()
    const failing = testClient(node).call({ to: address })
    let error: unknown = await failing.catch((reason: unknown) => reason)
    while (error instanceof Error && error.cause !== undefined) error = error.cause
    expect(error).toBeInstanceOf(ProviderRpcError)
    expect(Object(error).stack).toContain(solidityLine)
  })

  it('is kept by the provider of ethers', async () => {
    compile()
    const provider = new NodeProvider(node)
    expect(await stackOf(provider.call({ to: address }))).toContain(solidityLine)
    provider.destroy()
  })
})

/** Calls the console with log(uint256) of 42, then stops. */
const talking = '63f82c50f160e01b600052602a60045260006000602460006a636f6e736f6c652e6c6f675afa00'
const deployment = `0x60${(talking.length / 2).toString(16)}600c60003960${(talking.length / 2).toString(16)}6000f3${talking}`

describe('the messages of contracts', () => {
  it('reach onConsole once for each call and transaction, and not for an estimate that succeeds', async () => {
    const messages: string[] = []
    await using node = await createNode({ onConsole: (message) => messages.push(message) })
    const from = node.accounts[0]!.address
    const hash = await node.request({ method: 'eth_sendTransaction', params: [{ from, data: deployment }] })
    const to = node.chain.receipt(hash)!.contractAddress!
    expect(messages).toEqual([])
    await node.request({ method: 'eth_estimateGas', params: [{ from, to }] })
    expect(messages).toEqual([])
    await node.request({ method: 'eth_call', params: [{ to }] })
    expect(messages).toEqual(['42'])
    await node.request({ method: 'eth_sendTransaction', params: [{ from, to }] })
    expect(messages).toEqual(['42', '42'])
  })
})
