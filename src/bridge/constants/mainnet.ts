import { mainnetParameters } from '../../bitcoin/blocks/networkParameters.ts'
import { satoshisPerBitcoin } from '../../bitcoin/transactions/transactionRules.ts'
import { address, addresses, type BridgeConstants, publicKeys } from './bridgeConstants.ts'
import { mainnetGenesis } from './genesisFederations.ts'

const feeAuthorisers = addresses(
  'a02db0ed94a5894bc6f9079bb9a2d93ada1917f3',
  '180a7edda4e640ea5a3e495e17a1efad260c39e9',
  '8418edc8fea47183116b4c8cd6a12e51a7e169c1',
)

const zeroAddress = address('00'.repeat(20))

export const mainnetBridge: BridgeConstants = {
  bitcoin: mainnetParameters,
  genesisFederation: mainnetGenesis,
  firstFederationAddress: '35JUi1FxabGdhygLhnNUEFG4AgvpNMgxK1',
  migrationAges: { begin: 0, end: 10_585, endOfRskip357: 172_800 },
  validationBlocks: 20_000,
  activationAges: { first: 18_500, rskip383: 40_320, rskip419: 40_320 },
  fixedErpScript: undefined,
  emergencyKeys: {
    publicKeys: publicKeys(
      '0257c293086c4d4fe8943deda5f890a37d11bebd140e220faa76258a41d077b4d4',
      '03c2660a46aa73078ee6016dee953488566426cf55fc8011edd0085634d75395f9',
      '03cd3e383ec6e12719a6c69515e5559bcbe037d0aa24c187e1e26ce932e22ad7b3',
      '02370a9838e4d15708ad14a104ee5606b36caaaaf739d833e67770ce9fd9b3ec80',
    ),
    waitingBlocks: 52_560,
  },
  authorisers: {
    federationChange: addresses(
      '56bc5087ac97bc85a877bd20dfef910b78b1dc5a',
      '6fe1cd06a80fa52eb34d7e4d1845881c2b5de89a',
      'd41f4d4c7fc8d5fa9468d0c466c9a726397f91b6',
    ),
    feePerKb: feeAuthorisers,
    lockingCap: feeAuthorisers,
    whitelist: addresses('6ba9d41b07da470fe340cbd439a42538795eb75b'),
    unionBridgeAddress: zeroAddress,
    unionBridgeLockingCap: zeroAddress,
    unionBridgePermissions: zeroAddress,
  },
  minimumPegin: { legacy: 1_000_000n, rskip219: 500_000n },
  minimumPegout: { legacy: 800_000n, rskip219: 400_000n },
  peginConfirmations: 100,
  pegoutFeeGap: 80n,
  pegoutConfirmations: 4_000,
  maximumMigrationInputs: 50,
  pegoutIndexHeight: 837_589 + 4_320,
  blocksBetweenPegouts: 360,
  initialFeePerKb: 500_000n,
  maximumFeePerKb: 5_000_000n,
  initialLockingCap: 300n * satoshisPerBitcoin,
  lockingCapFactor: 2n,
  blockIndexHeight: 696_022,
  maximumSearchDepth: 4_320,
  excessiveWorkHeight: 849_138,
  initialUnionBridgeLockingCap: 10n ** 18n,
  canSetUnionBridgeAddress: false,
}
