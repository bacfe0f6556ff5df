import { hexlify, Interface, type LogDescription, type Result } from 'ethers'
import { createNode, type LocalNode } from '../../src/index.ts'
import type { BitcoinNetwork, MinedTransaction } from './bitcoinNetwork.ts'

export const bridgeAddress = '0x0000000000000000000000000000000001000006'

const bridge = new Interface([
  'function receiveHeaders(bytes[])',
  'function registerBtcTransaction(bytes,int256,bytes)',
  'function registerBtcCoinbaseTransaction(bytes,bytes32,bytes,bytes32,bytes32)',
  'function updateCollections()',
  'function addSignature(bytes,bytes[],bytes)',
  'function createFederation() returns (int256)',
  'function addFederatorPublicKeyMultikey(bytes,bytes,bytes) returns (int256)',
  'function commitFederation(bytes) returns (int256)',
  'function getBtcBlockchainBestChainHeight() returns (int256)',
  'function getFederationAddress() returns (string)',
  'function getFederationSize() returns (int256)',
  'function getProposedFederationAddress() returns (string)',
  'function getRetiringFederationSize() returns (int256)',
  'function getPendingFederationHash() returns (bytes)',
  'function getActivePowpegRedeemScript() returns (bytes)',
  'function getQueuedPegoutsCount() returns (uint256)',
  'function getStateForBtcReleaseClient() returns (bytes)',
  'function getStateForSvpClient() returns (bytes)',
  'function isBtcTxHashAlreadyProcessed(string) returns (bool)',
  'event pegin_btc(address indexed receiver, bytes32 indexed btcTxHash, int256 amount, int256 version)',
  'event rejected_pegin(bytes32 indexed btcTxHash, int256 reason)',
  'event release_request_received(address indexed sender, string destination, uint256 amount)',
  'event release_requested(bytes32 indexed rskTxHash, bytes32 indexed btcTxHash, uint256 amount)',
  'event batch_pegout_created(bytes32 indexed btcTxHash, bytes rskTxHashes)',
  'event pegout_transaction_created(bytes32 indexed btcTxHash, bytes values)',
  'event pegout_confirmed(bytes32 indexed btcTxHash, uint256 creationBlock)',
  'event add_signature(bytes32 indexed rskTxHash, address indexed federator, bytes key)',
  'event release_btc(bytes32 indexed rskTxHash, bytes transaction)',
  'event commit_federation(bytes oldKeys, string oldAddress, bytes newKeys, string newAddress, int256 block)',
  'event update_collections(address sender)',
])

interface Receipt {
  readonly status: string
  readonly gasUsed: string
  readonly contractAddress: string | null
  readonly transactionHash: string
  readonly logs: readonly { readonly topics: string[]; readonly data: string }[]
}

/** The receipt of a mined transaction with the Bridge's events. */
export interface Mined extends Receipt {
  readonly events: readonly LogDescription[]
}

const headersPerCall = 50
const gas = '0x4c4b40'

/** A node whose wallet holds every key of the peg; each key is the Keccak-256 of its name. */
export class PegNode {
  readonly #node: LocalNode
  readonly #accounts = new Map<string, string>()

  private constructor(node: LocalNode, names: readonly string[]) {
    this.#node = node
    for (const [index, name] of names.entries()) this.#accounts.set(name, node.accounts[index]!.address)
  }

  static async open(names: readonly string[]): Promise<PegNode> {
    return new PegNode(await createNode({ accountSeeds: names }), names)
  }

  close(): void {
    this.#node.close()
  }

  account(name: string): string {
    return this.#accounts.get(name) ?? name
  }

  request(method: string, ...params: unknown[]): Promise<unknown> {
    return this.#node.request({ method, params })
  }

  /** Sends a transaction and mines it; throws when it fails. */
  async send(from: string, parts: object): Promise<Mined> {
    const transaction = { from: this.account(from), gas, gasPrice: '0x0', ...parts }
    const hash = await this.request('eth_sendTransaction', transaction)
    const receipt = (await this.request('eth_getTransactionReceipt', hash)) as Receipt
    if (receipt.status !== '0x1') throw new Error(`the transaction ${hash} failed`)
    const events = receipt.logs.flatMap((log) => bridge.parseLog(log) ?? [])
    return { ...receipt, events }
  }

  call(from: string, method: string, ...args: readonly unknown[]): Promise<Mined> {
    return this.send(from, { to: bridgeAddress, data: bridge.encodeFunctionData(method, args) })
  }

  async read(method: string, ...args: readonly unknown[]): Promise<Result[number]> {
    const data = bridge.encodeFunctionData(method, args)
    const output = await this.request('eth_call', { to: bridgeAddress, data }, 'latest')
    return bridge.decodeFunctionResult(method, String(output))[0]
  }

  async bytes(method: string): Promise<Uint8Array> {
    return Buffer.from(String(await this.read(method)).slice(2), 'hex')
  }

  async balance(account: string): Promise<bigint> {
    return BigInt(String(await this.request('eth_getBalance', this.account(account), 'latest')))
  }

  async pass(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block++) await this.request('evm_mine')
  }

  /** Sends all new Bitcoin headers to the Bridge. */
  async follow(bitcoin: BitcoinNetwork): Promise<void> {
    for (;;) {
      const headers = bitcoin.takeHeaders(headersPerCall)
      if (headers.length === 0) return
      await this.call(
        'federator1',
        'receiveHeaders',
        headers.map((header) => hexlify(header)),
      )
    }
  }

  /** Registers a transaction without its witness. */
  register(from: string, mined: MinedTransaction): Promise<Mined> {
    return this.send(from, { to: bridgeAddress, data: registration(mined) })
  }

  /** Registers the coinbase of the block, then the transaction with its witness. */
  async registerWithWitness(mined: MinedTransaction): Promise<Mined> {
    const { coinbase, blockHash, coinbaseProof, witnessRoot, transaction, height, witnessProof } = mined
    const reserved = new Uint8Array(32)
    const claim = [coinbase.toBuffer(), blockHash, coinbaseProof, witnessRoot, reserved]
    await this.call('federator1', 'registerBtcCoinbaseTransaction', ...claim)
    return this.call('federator1', 'registerBtcTransaction', transaction.toBuffer(), height, witnessProof)
  }
}

export const registration = ({ transaction, height, proof }: MinedTransaction): string =>
  bridge.encodeFunctionData('registerBtcTransaction', [transaction.toBuffer(), height, proof])

/** Arguments of the event with this name; throws unless there is exactly one. */
export function eventIn({ events }: Mined, name: string): Result {
  const found = events.filter((event) => event.name === name)
  if (found.length !== 1) throw new Error(`expected one event ${name}, found ${found.length}`)
  return found[0]!.args
}
