import { asHash } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { recordedVectors } from '../../primitives/recordings.cases.ts'
import { mainnet } from '../networks/definitions.ts'
import { sealHeader } from './hashes.ts'
import type { BlockHeader } from './header.ts'

export interface RecordedMainnetHeader {
  readonly number: number
  readonly hash: string
  readonly hashForMergedMining?: string
  readonly unclesHashOf3397?: string
  readonly parentHash: string
  readonly unclesHash: string
  readonly coinbase: string
  readonly stateRoot: string
  readonly txRoot: string
  readonly receiptsRoot: string
  readonly logsBloom: string
  readonly difficulty: string
  readonly gasLimitRaw: string
  readonly gasUsed: number
  readonly timestamp: number
  readonly extraData: string
  readonly paidFees: string
  readonly minimumGasPrice: string
  readonly uncleCount: number
  readonly ummRoot: string | null
  readonly btcHeader: string
  readonly btcMerkleProof: string
  readonly btcCoinbase: string
}

export const recordedMainnetHeaders = recordedVectors<RecordedMainnetHeader[]>('mainnet-headers')

/** A mainnet header; its hash is computed from its fields. */
export function mainnetHeader(number: number): BlockHeader {
  const recorded = recordedMainnetHeaders.find((header) => header.number === number)
  if (!recorded) throw new RangeError(`header ${number} is not recorded`)
  return sealHeader(
    {
      version: 0,
      parentHash: asHash(fromHex(recorded.parentHash)),
      unclesHash: asHash(fromHex(recorded.unclesHash)),
      coinbase: fromHex(recorded.coinbase),
      stateRoot: asHash(fromHex(recorded.stateRoot)),
      transactionsRoot: asHash(fromHex(recorded.txRoot)),
      receiptsRoot: asHash(fromHex(recorded.receiptsRoot)),
      logsBloom: fromHex(recorded.logsBloom),
      difficulty: BigInt(recorded.difficulty),
      rawDifficulty: null,
      number,
      gasLimit: fromHex(recorded.gasLimitRaw),
      gasUsed: recorded.gasUsed,
      timestamp: recorded.timestamp,
      extraData: fromHex(recorded.extraData),
      paidFees: BigInt(recorded.paidFees),
      minimumGasPrice: BigInt(recorded.minimumGasPrice),
      uncleCount: recorded.uncleCount,
      ummRoot: recorded.ummRoot === null ? null : fromHex(recorded.ummRoot),
      edges: null,
      baseEvent: null,
      mergedMining: {
        header: fromHex(recorded.btcHeader),
        merkleProof: fromHex(recorded.btcMerkleProof),
        coinbase: fromHex(recorded.btcCoinbase),
      },
    },
    mainnet,
  )
}
