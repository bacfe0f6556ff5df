import { groupOrder } from '../crypto/secp256k1/curve.ts'
import { leftPad } from '../primitives/bytes.ts'
import { toBigInt } from '../primitives/integers.ts'
import { minimumGasLimit } from '../protocol/gasBounds.ts'
import { developmentSettings, latestFirstTimestamp } from '../settings/developmentSettings.ts'
import {
  arrayOf,
  bigints,
  eitherOf,
  functionType,
  hexBytes,
  numbers,
  objectOf,
  recordOf,
  secret,
} from '../settings/programTypes.ts'
import {
  type CheckedType,
  oneOf,
  text,
  UnsuitableValue,
  wholeNumbers,
  yesOrNo,
} from '../settings/valueTypes.ts'
import type { CreateNodeOptions } from './createNodeOptions.ts'
import { scheduleOption } from './scheduleOption.ts'

const maximumNumber = Number.MAX_SAFE_INTEGER
const counts = wholeNumbers(1, maximumNumber)
const word = 2n ** 256n - 1n
/** Maximum delay of a timer. */
const maximumDelayMs = 2 ** 31 - 1

const seconds = wholeNumbers(0, latestFirstTimestamp)
export const timestamps: CheckedType<number> = {
  description: `seconds since 1970, ${seconds.description}`,
  check(value) {
    const isMilliseconds = typeof value === 'number' && value > latestFirstTimestamp
    try {
      return seconds.check(value)
    } catch (error) {
      if (!(error instanceof UnsuitableValue)) throw error
      throw new UnsuitableValue(
        value,
        isMilliseconds ? 'seconds since 1970, not milliseconds' : this.description,
      )
    }
  },
}

const address = hexBytes('an address of 20 bytes in hex with 0x', ({ length }) => length === 20)
const bytes = hexBytes('bytes in hex with 0x', () => true)
const cells = recordOf(
  'an object from cells to values, both in hex',
  hexBytes('at most 32 bytes in hex with 0x', ({ length }) => length <= 32),
)

const storage: CheckedType<{ cell: Uint8Array; value: Uint8Array }[]> = {
  description: cells.description,
  check: (value) =>
    Array.from(cells.check(value), ([cell, content]) => ({
      cell: leftPad(cellName.check(cell), 32),
      value: leftPad(content, 32),
    })),
}
const cellName = hexBytes(
  'a storage whose cells have at most 32 bytes in hex with 0x',
  ({ length }) => length <= 32,
)

const privateKey = hexBytes('a private key: 32 bytes in hex with 0x, below the order of the curve', (key) => {
  const number = toBigInt(key)
  return key.length === 32 && number > 0n && number < groupOrder
})

/**
 * What each option of `createNode` takes. Options that `cambium dev` has as well are checked by the definitions of its
 * settings.
 */
export const optionTable = {
  mining: eitherOf(
    oneOf('transaction', 'manual'),
    objectOf({ everyMs: wholeNumbers(1, maximumDelayMs) }, ['everyMs']),
  ),
  accounts: developmentSettings.accounts.type,
  balance: bigints(0n, word, 'a bigint in wei'),
  mnemonic: secret(developmentSettings.mnemonic.type),
  derivationPath: developmentSettings.derivationPath.type,
  accountSeeds: arrayOf(secret(text('a text', 'TEXT'))),
  privateKeys: arrayOf(secret(privateKey)),
  chainId: developmentSettings.chainId.type,
  timestamp: timestamps,
  genesisTimestamp: timestamps,
  allocations: arrayOf(
    objectOf(
      {
        address,
        balance: bigints(0n, word, 'a bigint in wei'),
        nonce: bigints(0n, word, 'a bigint'),
        code: bytes,
        storage,
      },
      ['address'],
    ),
  ),
  upgrades: scheduleOption,
  fork: objectOf(
    {
      url: secret(developmentSettings.fork.type),
      block: developmentSettings.forkBlock.type,
      cacheFolder: text('a folder', 'DIR'),
      demandsProofs: yesOrNo,
      limits: objectOf({
        attempts: counts,
        attemptMs: counts,
        totalMs: counts,
        maximumAnswerBytes: counts,
        maximumTextBytes: counts,
        batchSize: counts,
        connections: counts,
      }),
    },
    ['url'],
  ),
  peg: eitherOf(
    yesOrNo,
    objectOf({
      intervalMs: developmentSettings.pegInterval.type,
      isManual: yesOrNo,
      bitcoin: objectOf(
        { url: secret(developmentSettings.bitcoin.type), cookieFile: text('a file', 'FILE') },
        ['url'],
      ),
    }),
  ),
  dataFolder: text('a folder', 'DIR'),
  flush: oneOf('commit', 'none'),
  coinbase: address,
  gasLimitTarget: bigints(
    minimumGasLimit,
    BigInt(maximumNumber),
    `a bigint from ${minimumGasLimit} to ${maximumNumber}`,
  ),
  minimumGasPriceTarget: bigints(0n, BigInt(maximumNumber), 'a bigint in wei'),
  codeSizeLimit: developmentSettings.codeSizeLimit.type,
  autoImpersonate: developmentSettings.autoImpersonate.type,
  hardfork: developmentSettings.hardfork.type,
  acceptTyped: developmentSettings.acceptTyped.type,
  throwOnRevert: developmentSettings.throwOnRevert.type,
  skipRemasc: developmentSettings.skipRemasc.type,
  clientVersion: developmentSettings.clientVersion.type,
  errors: oneOf('ethereum', 'rootstock'),
  pool: objectOf({
    accountSlots: counts,
    gasPriceBumpPercent: wholeNumbers(0, maximumNumber),
    maximumAgeBlocks: counts,
    maximumAgeMs: counts,
    maximumTransactions: counts,
    maximumBytes: counts,
    limitAccountRate: yesOrNo,
  }),
  gasPrices: objectOf({
    minimumMultiplier: numbers(0, 1_000_000),
    competitionMultiplier: numbers(0, 1_000_000),
  }),
  traces: objectOf({ timeoutMs: counts, maximumLength: counts, maximumBlocks: counts }),
  onLine: functionType<NonNullable<CreateNodeOptions['onLine']>>('a function that takes a line'),
  onConsole: functionType<NonNullable<CreateNodeOptions['onConsole']>>('a function that takes a message'),
  verbose: yesOrNo,
  artifacts: text('a folder of compiled contracts', 'DIR'),
  clock: functionType<NonNullable<CreateNodeOptions['clock']>>(
    'a function that returns milliseconds since 1970',
  ),
  random: functionType<NonNullable<CreateNodeOptions['random']>>(
    'a function that returns the requested number of random bytes',
  ),
  onError: functionType<NonNullable<CreateNodeOptions['onError']>>('a function that takes an error'),
} satisfies { readonly [Name in keyof Required<CreateNodeOptions>]: CheckedType<unknown> }
