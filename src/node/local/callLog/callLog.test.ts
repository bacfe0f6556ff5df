import { describe, expect, it, onTestFinished } from 'vitest'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { createdAddress } from '../../../evm/contractAddress.ts'
import { EvmHost } from '../../../execution/host/evmHost.ts'
import { type SimulatedCall, simulateCall } from '../../../execution/simulate.ts'
import { selectorOf } from '../../../native/abi/method.ts'
import { type Address, asAddress, asciiBytes, emptyBytes } from '../../../primitives/bytes.ts'
import { fromHex, toHex } from '../../../primitives/hex.ts'
import { unsignedBytes } from '../../../primitives/integers.ts'
import { signTransaction } from '../../../protocol/transactions/sign.ts'
import { localAccountSeeds } from '../../../wallet/localAccounts.ts'
import { privateKeyFromSeed } from '../../../wallet/privateKey.ts'
import type { Node } from '../../node.ts'
import { openNode } from '../../openNode.ts'
import { type ContractArtifact, noContracts } from './contractArtifact.ts'
import { refusedEndowment, refusedPayment } from './refusedPayment.ts'

const cow = asAddress(fromHex('cd2a3d9f938e13cd947ec05abc7fe734df8dd826'))
const cow1 = asAddress(fromHex('7986b3df570230288501eea3d890bd66948c9b79'))
const word = (digits: string): string => digits.padStart(64, '0')

/** Code that reverts with the data after it. */
const reverting = (data: string): string => {
  const length = (data.length / 2).toString(16).padStart(2, '0')
  return `60${length}600c60003960${length}6000fd${data}`
}
const reasonOf = (text: string): string =>
  `08c379a0${word('20')}${word(text.length.toString(16))}${Buffer.from(text).toString('hex').padEnd(64, '0')}`

/** Calls the console with log(uint256) of 42, then stops. */
const talking = `63f82c50f160e01b600052602a60045260006000602460006a636f6e736f6c652e6c6f675afa00`

class LoggedNode {
  readonly lines: string[] = []
  readonly node: Node
  #nonce = 0

  private constructor(node: Node, lines: string[]) {
    this.node = node
    this.lines = lines
  }

  static async open(
    isVerbose = false,
    artifacts: readonly ContractArtifact[] | undefined = [],
    hint = '',
  ): Promise<LoggedNode> {
    const lines: string[] = []
    const onLine = (line: string): void => void lines.push(line)
    const contracts = hint === '' ? artifacts : []
    const node = await openNode({
      callLog: { isVerbose, onLine, ...(hint !== '' && { hint }) },
      artifacts: { ...noContracts, contracts },
    })
    onTestFinished(() => node.close())
    return new LoggedNode(node, lines)
  }

  send(to: Address | null, data: string, value = 0n): void {
    const fields = {
      nonce: unsignedBytes(this.#nonce++),
      gasPrice: 60_000_000n,
      gasLimit: unsignedBytes(500_000),
      to,
      value,
      data: fromHex(data),
      chainId: this.node.network.chainId,
    }
    this.node.submit(signTransaction(fields, privateKeyFromSeed(localAccountSeeds[0]!)))
  }

  /** Deploys code of at most 255 bytes. */
  deploy(code: string): Address {
    const length = (code.length / 2).toString(16).padStart(2, '0')
    const contract = createdAddress(cow, BigInt(this.#nonce))
    this.send(null, `60${length}600c60003960${length}6000f3${code}`)
    return contract
  }

  call(to: Address, data: Uint8Array = emptyBytes, gas = 100_000, value = 0n): void {
    const call: SimulatedCall = { from: cow, to, value, data, gas, gasPrice: 0n }
    const { chain, callLog } = this.node
    const { header } = chain.head
    const context = { network: chain.network, chain, header }
    const host = new EvmHost(chain.stateAt('latest')!, context)
    callLog?.called('eth_call', call, simulateCall(call, host), host)
  }
}

const transactionLine = /^transaction 0x[0-9a-f]{64} in block (\d+): (.*)$/

describe('the log of a local chain', () => {
  it('has one line for a payment', async () => {
    const logged = await LoggedNode.open()
    logged.send(cow1, '', 1_500_000_000_000_000_000n)
    expect(logged.lines).toHaveLength(1)
    const [, number, what] = transactionLine.exec(logged.lines[0]!) ?? []
    expect(number).toBe('1')
    expect(what).toBe('0xcd2a…d826 pays 0x7986…9b79 1.5 RBTC: 21,000 of 500,000 gas, success')
  })

  it('has the signatures of well-known methods, also of the Bridge, and selectors of others', async () => {
    const logged = await LoggedNode.open()
    for (const data of ['a9059cbb', '8da5cb5b', '6923fa85', '12345678']) logged.call(cow1, fromHex(data))
    expect(logged.lines.map((line) => / calls (\S+) of/.exec(line)?.[1])).toEqual([
      'transfer(address,uint256)',
      'owner()',
      'getFederationAddress()',
      '0x12345678',
    ])
  })

  it.each([
    ['with its reason', reverting(reasonOf('not today')), 'reverted: not today'],
    [
      'with the meaning of a panic',
      reverting(`4e487b71${word('12')}`),
      'reverted: panic: division or modulo by zero (0x12)',
    ],
    ['with the data of a custom error', reverting('1425ea42'), 'reverted with 0x1425ea42'],
    ['without a reason', '60006000fd', 'reverted without a reason'],
    ['with the cause of a halt', 'fe', 'failed: invalid opcode'],
  ])('has a failed transaction %s', async (_what, code, outcome) => {
    const logged = await LoggedNode.open()
    const contract = logged.deploy(code)
    logged.send(contract, '')
    expect(logged.lines[1]).toContain(`gas, ${outcome}`)
  })

  it('has the messages of contracts to the console, in transactions and calls', async () => {
    const logged = await LoggedNode.open()
    const contract = logged.deploy(talking)
    logged.send(contract, '')
    logged.call(contract)
    expect(logged.lines.filter((line) => line.startsWith('  '))).toEqual([
      '  console.log: 42',
      '  console.log: 42',
    ])
  })

  it('has all inner calls if it is verbose', async () => {
    const logged = await LoggedNode.open(true)
    const contract = logged.deploy(talking)
    logged.lines.length = 0
    logged.call(contract, fromHex('a9059cbb'))
    expect(logged.lines.slice(1)).toEqual([
      `  CALL transfer(address,uint256) of ${toHex(contract).slice(0, 6)}…${toHex(contract).slice(-4)}: 747 gas, success`,
      '    console.log: 42',
    ])
  })

  it('has no inner calls of a call without enough gas to start', async () => {
    const logged = await LoggedNode.open(true)
    logged.call(cow1, emptyBytes, 100)
    expect(logged.lines).toEqual([
      'eth_call: 0xcd2a…d826 pays 0x7986…9b79 0 RBTC: 100 gas, failed: out of gas',
    ])
  })

  it('suggests artifacts once, at the first failure whose reason they would explain', async () => {
    const hint = 'hint: artifacts'
    const logged = await LoggedNode.open(false, undefined, hint)
    const [reason, custom] = [logged.deploy(reverting(reasonOf('no'))), logged.deploy(reverting('12345678'))]
    logged.lines.length = 0
    logged.call(reason)
    logged.send(custom, '')
    logged.call(custom)
    // A thread that reads has a log of its own, and shows it too.
    const texts = ['eth_call: of another thread', hint]
    logged.node.callLog?.tell(texts.map((text) => ({ kind: 'line', text })))
    expect(logged.lines.map((line) => line.split(':')[0])).toEqual([
      'eth_call',
      expect.stringMatching(/^transaction/),
      'hint',
      'eth_call',
      'eth_call',
    ])
  })

  it('is undefined by default', async () => {
    const node = await openNode()
    onTestFinished(() => node.close())
    expect(node.callLog).toBeUndefined()
  })
})

describe('the log of compiled contracts', () => {
  const content =
    'contract Vault {\n  function take(uint256 amount) external {\n    revert TooMuch(amount);\n  }\n}\n'
  const amount = { name: 'amount', type: 'uint256', isIndexed: false }
  /** PUSH1, PUSH1, PUSH1, CODECOPY, PUSH1, PUSH1, REVERT. */
  const code = reverting(`5c3d8c1a${word('7')}`)
  const at = (text: string): number => content.indexOf(text)
  const vault: ContractArtifact = {
    name: 'Vault',
    path: 'contracts/Vault.sol',
    compilerAbi: [],
    abi: [
      { type: 'function', name: 'take', inputs: [amount], isPayable: false },
      { type: 'error', name: 'TooMuch', inputs: [amount], isPayable: false },
    ],
    deployed: { digits: code, holes: [], sourceMap: `0:1:0:-;;;${at('function')}:1;;;${at('revert')}:1` },
    creation: { digits: '', holes: [], sourceMap: undefined },
    sources: new Map([[0, { path: 'contracts/Vault.sol', content }]]),
  }
  const take = fromHex(`${toHex(selectorOf('take(uint256)')).slice(2)}${word('7')}`)
  const error = toHex(selectorOf('TooMuch(uint256)')).slice(2)
  const failing = code.replace('5c3d8c1a', error)
  const taking = { ...vault, deployed: { ...vault.deployed, digits: failing } }

  it('names functions and errors with their arguments, and shows the line of a failed call', async () => {
    const logged = await LoggedNode.open(false, [taking])
    const contract = logged.deploy(failing)
    logged.lines.length = 0
    logged.call(contract, take)
    expect(logged.lines).toEqual([
      expect.stringMatching(/calls take\(uint256\) of .* reverted: TooMuch\(7\)$/),
      '  at Vault.take (contracts/Vault.sol:3)',
    ])
  })

  it('names them in inner calls too', async () => {
    const logged = await LoggedNode.open(true, [taking])
    const contract = logged.deploy(failing)
    logged.lines.length = 0
    logged.call(contract, take)
    expect(logged.lines[1]).toMatch(/^ {2}CALL take\(uint256\) of 0x.* gas, reverted: TooMuch\(7\)$/)
  })

  it('shows the line of a failed transaction, and of the contract that called it', async () => {
    const logged = await LoggedNode.open(false, [taking])
    const contract = logged.deploy(failing)
    // Calls the contract and passes its revert on.
    const caller = logged.deploy(
      `6000600060006000600073${toHex(contract).slice(2)}5af150602460006000 3e60246000fd`.replace(' ', ''),
    )
    logged.lines.length = 0
    logged.send(caller, '')
    expect(logged.lines[0]).toMatch(/reverted: TooMuch\(7\)$/)
    expect(logged.lines.slice(1)).toEqual([
      '  at Vault.take (contracts/Vault.sol:3)',
      expect.stringMatching(/^ {2}at 0x[0-9a-f]{4}…[0-9a-f]{4}$/),
    ])
  })

  it('knows a contract whose immutable values the deployment has filled in', async () => {
    const holes = [{ start: code.length / 2 - 1, length: 1 }]
    const deployed = { ...taking.deployed, holes, digits: `${failing.slice(0, -2)}00` }
    const logged = await LoggedNode.open(false, [{ ...taking, deployed }])
    const contract = logged.deploy(failing)
    logged.lines.length = 0
    logged.call(contract, take)
    expect(logged.lines[1]).toBe('  at Vault.take (contracts/Vault.sol:3)')
  })

  it('shows the line of a constructor that failed, whatever its arguments', async () => {
    const created = content.replace('function take', 'constructor')
    const creation = {
      digits: failing,
      holes: [],
      sourceMap: `0:1:0:-;;;${created.indexOf('constructor')}:1;;;${created.indexOf('revert')}:1`,
    }
    const sources = new Map([[0, { path: 'contracts/Vault.sol', content: created }]])
    const logged = await LoggedNode.open(false, [{ ...taking, creation, sources }])
    logged.send(null, `${failing}${word('9')}`)
    expect(logged.lines).toEqual([
      expect.stringMatching(/creates Vault at 0x[0-9a-f]{40}: .* reverted: TooMuch\(7\)$/),
      '  at Vault.constructor (contracts/Vault.sol:3)',
    ])
  })

  it('says that a contract takes no payment', async () => {
    const refusing = '60006000fd'
    const digits = { ...vault.deployed, digits: refusing, sourceMap: undefined }
    const logged = await LoggedNode.open(false, [{ ...vault, deployed: digits }])
    const contract = logged.deploy(refusing)
    logged.lines.length = 0
    logged.call(contract, emptyBytes, 100_000, 1n)
    logged.call(contract, take, 100_000, 1n)
    logged.call(contract, fromHex('12345678'), 100_000, 1n)
    logged.call(contract)
    logged.send(contract, '', 1n)
    expect(
      logged.lines.filter((line) => !line.startsWith('  ')).map((line) => line.split(' gas, ')[1]),
    ).toEqual([
      'reverted: Vault has no payable receive or fallback function',
      'reverted: Vault.take is not payable',
      'reverted: Vault has neither the called function nor a payable fallback function',
      'reverted without a reason',
      'reverted: Vault has no payable receive or fallback function',
    ])
  })

  it('says nothing about payments that a contract takes', () => {
    const payable = (type: string): ContractArtifact => ({
      ...vault,
      abi: [{ type, name: type === 'function' ? 'take' : '', inputs: [amount], isPayable: true }],
    })
    expect(refusedPayment(payable('receive'), emptyBytes)).toBeUndefined()
    expect(refusedPayment(payable('receive'), take)).toBeDefined()
    expect(refusedPayment(payable('fallback'), take)).toBeUndefined()
    expect(refusedPayment(payable('function'), take)).toBeUndefined()
    expect(refusedEndowment(payable('constructor'))).toBeUndefined()
    expect(refusedEndowment(vault)).toBe('the constructor of Vault is not payable')
  })

  it('names events with their arguments', async () => {
    const who = { name: 'who', type: 'address', isIndexed: true }
    const event = { type: 'event', name: 'Taken', inputs: [who, amount], isPayable: false }
    const topic = toHex(keccak256(asciiBytes('Taken(address,uint256)'))).slice(2)
    // LOG2 of 7 with the topic and the caller.
    const emitting = `600760005233 7f${topic} 60206000a200`.replaceAll(' ', '')
    const logged = await LoggedNode.open(false, [{ ...vault, abi: [event] }])
    const contract = logged.deploy(emitting)
    logged.lines.length = 0
    logged.send(contract, '')
    expect(logged.lines[1]).toBe(
      `  event Taken(who: ${toHex(cow)}, amount: 7) of ${toHex(contract).slice(0, 6)}…${toHex(contract).slice(-4)}`,
    )
  })
})
