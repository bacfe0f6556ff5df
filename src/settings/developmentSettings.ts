import { defaultAccountCount } from '../node/local/development/developmentOptions.ts'
import { minimumGasLimit } from '../protocol/gasBounds.ts'
import { defaultDerivationPath, defaultMnemonic } from '../wallet/localAccounts.ts'
import { parseDerivationPath } from '../wallet/mnemonicKeys.ts'
import { WalletError } from '../wallet/walletError.ts'
import { section } from './setting.ts'
import { endpoint, matching, oneOf, text, textOrFalse, wholeNumbers, yesOrNo } from './valueTypes.ts'

/** A day of seconds. */
const maximumBlockTime = 86_400
/** More would let a start take minutes. */
const maximumAccounts = 1_000
/** The signature's one byte for the chain id holds no more. */
const maximumChainId = 109
/** The year 5138: a larger number is one of milliseconds. */
export const latestFirstTimestamp = 99_999_999_999

/** Twice as much as a transaction may have. */
const maximumCodeSizeLimit = 1 << 18

function pathProblem(path: string): string | undefined {
  try {
    parseDerivationPath(path)
    return undefined
  } catch (error) {
    if (!(error instanceof WalletError)) throw error
    return "not a path as m/44'/137'/0'/0, of at most 10 steps below 2147483648"
  }
}

/** The settings of `cambium dev`. Its flags are the names without `dev.`. */
export const developmentSettings = section('dev', {
  accounts: {
    type: wholeNumbers(0, maximumAccounts, 'NUMBER'),
    default: defaultAccountCount,
    isCommon: true,
    summary: 'number of unlocked accounts with funds',
  },
  balance: {
    type: matching(/^\d{1,12}(\.\d{1,18})?$/, 'an amount of RBTC as 10000 or 0.5', 'RBTC'),
    default: '10000',
    isCommon: true,
    summary: 'balance of each account',
  },
  mnemonic: {
    type: matching(
      /^\s*(\S+\s+){11}((\S+\s+){3}){0,4}\S+\s*$/,
      'a phrase of 12, 15, 18, 21 or 24 words',
      'PHRASE',
    ),
    default: defaultMnemonic,
    isCommon: true,
    summary: 'phrase that the accounts are derived from',
  },
  derivationPath: {
    type: text("a path as m/44'/137'/0'/0", 'PATH', pathProblem),
    default: defaultDerivationPath,
    isCommon: true,
    summary: "path of the accounts without their index; Rootstock's wallets use m/44'/137'/0'/0",
  },
  chainId: {
    type: wholeNumbers(1, maximumChainId, 'NUMBER'),
    default: 33,
    isCommon: true,
    summary: 'chain id; a signature has one byte for it, so 109 is the largest',
  },
  blockTime: {
    type: wholeNumbers(1, maximumBlockTime, 'SECONDS'),
    default: undefined,
    unset: 'a block per transaction',
    isCommon: true,
    summary: 'mines a block at this interval instead of one per transaction',
  },
  noMining: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary: 'mines on request only (evm_mine)',
  },
  mixed: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary: 'with block-time: mines a block per transaction as well',
  },
  gasLimit: {
    type: wholeNumbers(Number(minimumGasLimit), Number.MAX_SAFE_INTEGER, 'GAS'),
    default: 10_000_000,
    isCommon: true,
    summary: 'gas limit of every block',
  },
  gasPrice: {
    type: wholeNumbers(0, Number.MAX_SAFE_INTEGER, 'WEI'),
    default: 0,
    isCommon: true,
    summary: 'minimum gas price of every block',
  },
  timestamp: {
    type: wholeNumbers(0, latestFirstTimestamp, 'SECONDS'),
    default: undefined,
    unset: 'the present',
    isCommon: true,
    summary: 'timestamp of the first block, from which time continues',
  },
  disableBlockGasLimit: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary: 'gives blocks a gas limit that no transaction reaches',
  },
  codeSizeLimit: {
    type: wholeNumbers(1, maximumCodeSizeLimit, 'BYTES'),
    default: undefined,
    unset: '24576, as on Rootstock',
    isCommon: true,
    summary: 'longest code of a contract; its init code may be twice as long',
  },
  peg: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary: 'runs a Bitcoin and a federation beside the chain, for peg-ins and peg-outs (docs/peg.md)',
  },
  bitcoin: {
    type: matching(/^https?:\/\/\S{1,2000}$/, 'a URL as http://user:password@127.0.0.1:18443', 'URL'),
    default: undefined,
    unset: 'a simulated Bitcoin',
    isCommon: true,
    summary: 'bitcoind in regtest mode whose Bitcoin the peg uses instead of the simulated one',
  },
  pegManual: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary: 'lets the peg mine no blocks by itself, on neither chain (peg_advance, generatetoaddress)',
  },
  pegInterval: {
    type: wholeNumbers(10, 3_600_000, 'MILLISECONDS'),
    default: 1_000,
    isCommon: true,
    summary: 'time between blocks that are mined because the peg waits for them',
  },
  hardfork: {
    type: matching(
      /^[A-Za-z]\w*(=-?\d{1,16})?$/,
      'an upgrade as iris300, or its height as iris300=150',
      'NAME',
    ),
    default: undefined,
    unset: 'the rules of the latest upgrade',
    isCommon: true,
    summary:
      'rules of an earlier upgrade: NAME has no later ones, NAME=HEIGHT starts at a height; next previews typed transactions',
  },
  fork: {
    type: endpoint,
    default: undefined,
    unset: 'the chain starts with a first block of its own',
    isCommon: true,
    isSecret: true,
    summary:
      'continues another chain: mainnet, testnet or the URL of a node, whose state is fetched on demand',
  },
  forkBlock: {
    type: wholeNumbers(0, Number.MAX_SAFE_INTEGER, 'NUMBER'),
    default: undefined,
    unset: 'the best block of the node',
    isCommon: true,
    summary: 'with fork: the last block that the chain has in common with the other',
  },
  forkCache: {
    type: text('a folder', 'DIR'),
    default: undefined,
    unset: 'the folder cambium/forks in $XDG_CACHE_HOME or ~/.cache',
    summary: 'with fork: folder for what was fetched, so that a second run needs no network',
  },
  forkVerified: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary: 'with fork: refuses a node that gives no proofs of its state',
  },
  autoImpersonate: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary: 'accepts transactions of every account without a signature (eth_sendTransaction)',
  },
  acceptTyped: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary:
      'accepts transactions of type 1 and 2 by the drafts of RSKIP543 and RSKIP546, as hardfork next does',
  },
  throwOnRevert: {
    type: yesOrNo,
    default: false,
    isCommon: true,
    summary:
      'answers the failure of a transaction that fails in its block instead of its hash, as Hardhat does',
  },
  init: {
    type: text('a JSON file', 'FILE'),
    default: undefined,
    unset: 'the default accounts only',
    isCommon: true,
    summary: 'genesis file of geth, whose alloc, timestamp, gasLimit and config.chainId are used',
  },
  loadState: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'no state is loaded',
    isCommon: true,
    summary: 'file of dump-state whose accounts are added at the start',
  },
  dumpState: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'no state is written',
    isCommon: true,
    summary: 'file to which the accounts are written at the end',
  },
  state: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'the settings load-state and dump-state apply',
    isCommon: true,
    summary: 'file that is loaded at the start, if it exists, and written at the end',
  },
  configOut: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'no file is written',
    isCommon: true,
    summary: 'JSON file for the address of the chain, its accounts and their private keys',
  },
  skipRemasc: {
    type: yesOrNo,
    default: true,
    isCommon: true,
    summary: 'answers blocks without the REMASC transaction, which the matchers of tools do not expect',
  },
  artifacts: {
    type: textOrFalse('a folder of compiled contracts', 'DIR'),
    default: undefined,
    unset: 'artifacts or out in the working folder; false reads none',
    isCommon: true,
    summary:
      'folder of compiled contracts of Hardhat (artifacts) or Foundry (out): the log names their functions and errors, and shows failures with the lines of their sources',
  },
  clientVersion: {
    type: oneOf('tools', 'plain'),
    default: 'tools',
    isCommon: true,
    summary:
      'web3_clientVersion: with a name that Hardhat’s and OpenZeppelin’s tools accept, or the plain one',
  },
})
