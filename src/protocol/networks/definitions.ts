import { type Address, asAddress, asciiBytes } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { Network } from './network.ts'
import { activationsOf } from './ruleTable.ts'
import { type NetworkName, upgradeHeightsOf } from './upgrades.ts'

const address = (digits: string): Address => asAddress(fromHex(digits))

/** All wei start at the Bridge and leave it by peg-ins. */
const bridgeAllocation = {
  address: address('0000000000000000000000000000000001000006'),
  balance: 21_000_000n * 10n ** 18n,
}

const allThrees = address('33'.repeat(20))

const testLabs = (last: string): Address => address(`dabadabadabadabadabadabadabadabadaba000${last}`)

const publicTimestamps = {
  maximumBitcoinTimeDistance: 300,
  newMaximumBitcoinTimeDistance: 300,
}

export const mainnet: Network = {
  name: 'mainnet',
  chainId: 30,
  peerNetworkId: 775,
  bitcoinNetwork: 'mainnet',
  upgrades: upgradeHeightsOf('mainnet'),
  activations: activationsOf('mainnet'),
  genesis: {
    allocations: [bridgeAllocation],
    timestamp: 0x5a4af5b0,
    extraData: asciiBytes('Happy Bitcoin Day! 03/Jan/2018 - RSK technology at the service of society'),
    gasLimit: fromHex('67c280'),
    difficulty: fromHex('0000100000'),
    coinbase: allThrees,
    minimumGasPrice: 183_000_000n,
    stateRoot: fromHex('9fa70f12726ac738640a86754741bb3f5680520ccc7e6ae9d95ace566a67fe01'),
  },
  targetBlockSeconds: 14,
  minimumDifficulty: 7n * 10n ** 15n,
  newMinimumDifficulty: 7n * 10n ** 15n,
  fallbackDifficulty: 14n * 10n ** 15n,
  difficultyDivisor: 50n,
  newDifficultyDivisor: 400n,
  maximumFutureSeconds: 60,
  ...publicTimestamps,
  minimumSequentialGas: 10_000_000,
  remasc: {
    maturity: 4000,
    syntheticSpan: 10,
    labsAddress: address('14d3065c8eb89895f4df12450ec6b130049f8034'),
    newLabsAddress: address('dcb12179ba4697350f66224c959bdd9c282818df'),
  },
}

export const testnet: Network = {
  ...mainnet,
  name: 'testnet',
  chainId: 31,
  peerNetworkId: 8100,
  bitcoinNetwork: 'testnet',
  upgrades: upgradeHeightsOf('testnet'),
  activations: activationsOf('testnet'),
  genesis: {
    allocations: [bridgeAllocation],
    timestamp: 0,
    extraData: fromHex('434d272841'),
    gasLimit: fromHex('4c4b40'),
    difficulty: fromHex('0000100000'),
    coinbase: allThrees,
    minimumGasPrice: 0n,
  },
  minimumDifficulty: 131_072n,
  newMinimumDifficulty: 550_000_000n,
  maximumFutureSeconds: 540,
  newMaximumBitcoinTimeDistance: 7200,
  remasc: { maturity: 50, syntheticSpan: 10, labsAddress: testLabs('3'), newLabsAddress: testLabs('3') },
}

const devnetAccounts = [
  'bc0afa86de01ebb58f7fe83ef01de204d4f8ced6',
  '77045e71a7a2c50903d88e564cd72fab11e82051',
  '7efdb03921e67f4fa23310a93c59abfc8ba0c8b9',
  '9efa02278cc63dc612c174976f11037d382f8b67',
  '055c99bbcf3ab46890ab87ea3761a5a1830c3225',
]

const regtestFunds = 10n ** 30n

export const devnet: Network = {
  ...testnet,
  name: 'devnet',
  chainId: 32,
  peerNetworkId: 44_444_444,
  upgrades: upgradeHeightsOf('devnet'),
  activations: activationsOf('devnet'),
  genesis: {
    ...testnet.genesis,
    allocations: [
      bridgeAllocation,
      { address: address('cd2a3d9f938e13cd947ec05abc7fe734df8dd826'), balance: regtestFunds },
      ...devnetAccounts.map((digits) => ({ address: address(digits), balance: 0n })),
    ],
    gasLimit: fromHex('67c280'),
    coinbase: address(`${'33'.repeat(19)}31`),
  },
  newMinimumDifficulty: 131_072n,
  newMaximumBitcoinTimeDistance: 300,
  remasc: { maturity: 20, syntheticSpan: 10, labsAddress: testLabs('2'), newLabsAddress: testLabs('2') },
}

/** Funded accounts of the local chain; their private keys are the keccak-256 of `cow`, `cow1` … `cow9`. */
const regtestAccounts = [
  'cd2a3d9f938e13cd947ec05abc7fe734df8dd826',
  '7986b3df570230288501eea3d890bd66948c9b79',
  '0a3aa774752ec2042c46548456c094a76c7f3a79',
  'cf7cdbbb5f7ba79d3ffe74a0bba13fc0295f6036',
  '39b12c05e8503356e3a7df0b7b33efa4c054c409',
  'c354d97642faa06781b76ffb6786f72cd7746c97',
  'debe71e1de41fc77c44df4b6db940026e31b0e71',
  '7857288e171c6159c5576d1bd9ac40c0c48a771c',
  'a4dea4d5c954f5fd9e87f0e9752911e83a3d18b3',
  '09a1eda29f664ac8f68106f6567276df0c65d859',
]

export const regtest: Network = {
  ...testnet,
  name: 'regtest',
  chainId: 33,
  peerNetworkId: 7771,
  bitcoinNetwork: 'regtest',
  upgrades: upgradeHeightsOf('regtest'),
  activations: activationsOf('regtest'),
  genesis: {
    allocations: [
      bridgeAllocation,
      ...regtestAccounts.map((digits) => ({ address: address(digits), balance: regtestFunds })),
    ],
    timestamp: 0,
    extraData: asciiBytes('horse'),
    gasLimit: fromHex('989680'),
    difficulty: fromHex('0000000001'),
    coinbase: allThrees,
    minimumGasPrice: 0n,
  },
  targetBlockSeconds: 10,
  minimumDifficulty: 1n,
  newMinimumDifficulty: 1n,
  fallbackDifficulty: 0n,
  difficultyDivisor: 2048n,
  newDifficultyDivisor: 2048n,
  maximumFutureSeconds: 0,
  ...publicTimestamps,
  minimumSequentialGas: 6_800_000,
  remasc: { maturity: 10, syntheticSpan: 5, labsAddress: testLabs('1'), newLabsAddress: testLabs('1') },
}

export const networks: Readonly<Record<NetworkName, Network>> = { mainnet, testnet, devnet, regtest }
