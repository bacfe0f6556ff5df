import { keccak256 } from '../../src/crypto/keccak256.ts'
import { deployer } from '../../src/evm/assembler.cases.ts'
import { createdAddress } from '../../src/evm/contractAddress.ts'
import { type Address, asciiBytes } from '../../src/primitives/bytes.ts'
import type { Block } from '../../src/protocol/block.ts'
import { type Contract, contracts } from '../evm/contracts.ts'
import type { BlockProducer } from './blockProducer.ts'
import { numberedAddress, richSender, Sender } from './senders.ts'

/* Generated long chains with one kind of transaction each. */

const senderCount = 200
const receiverCount = 20_000
const transferGas = 21_000
const tokenGas = 60_000
/** Maximum number that fits in the sequential list of a block (6.8 million gas). */
const transfersPerBlock = 320
const tokenTransfersPerBlock = 110

/** Transfers of coins between many accounts. */
export function* transferBlocks(producer: BlockProducer, count: number): Generator<Block> {
  const senders = makeSenders()
  yield* funding(producer, senders)
  for (let sent = 0; sent < count; sent += transfersPerBlock) {
    yield producer.produce(
      range(sent, Math.min(count, sent + transfersPerBlock)).map((number) =>
        senders[number % senderCount]!.sign({ to: receiver(number), value: 1n, gas: transferGas }),
      ),
    )
  }
}

/** Transfers of a token between many accounts. */
export function* tokenBlocks(producer: BlockProducer, count: number): Generator<Block> {
  const senders = makeSenders()
  yield* funding(producer, senders)
  const token = deploy(producer)
  yield token.block
  for (let first = 0; first < senderCount; first += 50) {
    const mint = token.contract.encode('transfers(uint256,address)', 0, token.address)
    const minters = senders.slice(first, first + 50)
    yield producer.produce(
      minters.map((sender) => sender.sign({ to: token.address, data: mint, gas: 120_000 })),
    )
  }
  for (let sent = 0; sent < count; sent += tokenTransfersPerBlock) {
    yield producer.produce(
      range(sent, Math.min(count, sent + tokenTransfersPerBlock)).map((number) => {
        const data = token.contract.encode('transfer(address,uint256)', receiver(number), 1)
        return senders[number % senderCount]!.sign({ to: token.address, data, gas: tokenGas })
      }),
    )
  }
}

const makeSenders = (): Sender[] => range(0, senderCount).map((number) => new Sender(`sender ${number}`))

function* funding(producer: BlockProducer, senders: readonly Sender[]): Generator<Block> {
  const rich = richSender()
  const fund = ({ address }: Sender) => rich.sign({ to: address, value: 10n ** 18n, gas: transferGas })
  yield producer.produce(senders.map(fund))
}

interface Deployed {
  readonly contract: Contract
  readonly address: Address
  readonly block: Block
}

function deploy(producer: BlockProducer): Deployed {
  const deployingSender = new Sender('cow1')
  const contract = contracts.get('Token')!
  const address = createdAddress(deployingSender.address, 0n)
  const init = deployingSender.sign({ to: null, data: deployer(contract.code), gas: 3_000_000 })
  return { contract, address, block: producer.produce([init]) }
}

/** Evenly distributed over the receivers, the same in every run. */
function receiver(number: number): Address {
  const spread = keccak256(asciiBytes(String(number)))
  return numberedAddress(new DataView(spread.buffer, spread.byteOffset).getUint32(0) % receiverCount)
}

const range = (start: number, end: number): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index)
