import { defaultAccountCount } from '../node/local/development/developmentOptions.ts'
import { minimumGasLimit } from '../protocol/gasBounds.ts'
import { defaultDerivationPath, defaultMnemonic } from '../wallet/localAccounts.ts'
import { parseDerivationPath } from '../wallet/mnemonicKeys.ts'
import { WalletError } from '../wallet/walletError.ts'
import { section } from './setting.ts'
import { endpoint, matching, oneOf, text, textOrFalse, wholeNumbers, yesOrNo } from './valueTypes.ts'

/** A day of seconds. */
const maximumBlockTime = 86_400
/** With more accounts a start takes minutes. */
const maximumAccounts = 1_000
/** A signature has one byte for the chain id. */
const maximumChainId = 109
/** The year 5138; a larger number must be in milliseconds. */
export const latestFirstTimestamp = 99_999_999_999

/** Bytes: twice the maximum size of a transaction. */
const maximumCodeSizeLimit = 1 << 18

function pathProblem(path: string): string | undefined {
  try {
    parseDerivationPath(path)
    return undefined
  } catch (error) {
    if (!(error instanceof WalletError)) throw error
    return "not a derivation path such as m/44'/137'/0'/0, of at most 10 steps below 2147483648"
  }
}

/** The settings of `cambium dev`. Its flags are the names without `dev.`. */
export const developmentSettings = section('dev', {
  accounts: {
    type: wholeNumbers(0, maximumAccounts, 'NUMBER'),
    default: defaultAccountCount,
    group: 'Accounts',
    summary: 'create this many unlocked accounts with funds',
    when: 'a test needs more senders',
  },
  balance: {
    type: matching(/^\d{1,12}(\.\d{1,18})?$/, 'an amount of RBTC such as 10000 or 0.5', 'RBTC'),
    default: '10000',
    group: 'Accounts',
    summary: 'give each account this balance',
    when: 'a test spends more, or checks what happens without funds',
  },
  mnemonic: {
    type: matching(
      /^\s*(\S+\s+){11}((\S+\s+){3}){0,4}\S+\s*$/,
      'a phrase of 12, 15, 18, 21 or 24 words',
      'PHRASE',
    ),
    default: defaultMnemonic,
    group: 'Accounts',
    summary: 'derive the accounts from this phrase',
    when: 'the accounts are those of a wallet or of another tool',
  },
  derivationPath: {
    type: text("a derivation path such as m/44'/137'/0'/0", 'PATH', pathProblem),
    default: defaultDerivationPath,
    group: 'Accounts',
    summary: "derive the accounts below this path; Rootstock's wallets use m/44'/137'/0'/0",
    when: 'the wallet is one of Rootstock',
  },
  chainId: {
    type: wholeNumbers(1, maximumChainId, 'NUMBER'),
    default: 33,
    group: 'Chain',
    summary: 'use this chain id; a signature has one byte for it, so 109 is the maximum',
    when: 'a contract or a signature depends on the chain id, or two chains run at once',
  },
  blockTime: {
    type: wholeNumbers(1, maximumBlockTime, 'SECONDS'),
    default: undefined,
    unset: 'a block per transaction',
    group: 'Mining',
    summary: 'mine a block at this interval instead of one per transaction',
    when: 'a test depends on pending transactions or on time',
  },
  noMining: {
    type: yesOrNo,
    default: false,
    group: 'Mining',
    summary: 'mine on request only (evm_mine)',
    when: 'a test decides which transactions are in a block',
  },
  mixed: {
    type: yesOrNo,
    default: false,
    group: 'Mining',
    summary: 'with block-time: mine a block per transaction as well',
    when: 'blocks must also follow without transactions',
  },
  gasLimit: {
    type: wholeNumbers(Number(minimumGasLimit), Number.MAX_SAFE_INTEGER, 'GAS'),
    default: 10_000_000,
    group: 'Chain',
    summary: 'give every block this gas limit',
    when: 'a test needs more gas than a block of Rootstock has',
  },
  gasPrice: {
    type: wholeNumbers(0, Number.MAX_SAFE_INTEGER, 'WEI'),
    default: 0,
    group: 'Chain',
    summary: 'give every block this minimum gas price',
    when: 'a test depends on gas prices',
  },
  timestamp: {
    type: wholeNumbers(0, latestFirstTimestamp, 'SECONDS'),
    default: undefined,
    unset: 'the present',
    group: 'Chain',
    summary: 'start the first block at this time, from which the clock continues',
    when: 'a test depends on dates',
  },
  disableBlockGasLimit: {
    type: yesOrNo,
    default: false,
    group: 'Chain',
    summary: 'give blocks a gas limit that no transaction reaches',
    when: 'a script deploys more than a block holds',
  },
  codeSizeLimit: {
    type: wholeNumbers(1, maximumCodeSizeLimit, 'BYTES'),
    default: undefined,
    unset: '24576, as on Rootstock',
    group: 'Chain',
    summary: 'limit the code of a contract to this length, and its init code to twice as much',
    when: 'contracts are compiled without optimisation or with coverage',
  },
  peg: {
    type: yesOrNo,
    default: false,
    group: 'Peg',
    summary: 'run a Bitcoin and a federation beside the chain, for peg-ins and peg-outs (docs/peg.md)',
    when: 'a program uses peg-ins and peg-outs',
  },
  bitcoin: {
    type: matching(/^https?:\/\/\S{1,2000}$/, 'a URL such as http://user:password@127.0.0.1:18443', 'URL'),
    default: undefined,
    unset: 'a simulated Bitcoin',
    group: 'Peg',
    summary: 'use this bitcoind in regtest mode instead of the simulated Bitcoin',
    when: 'a program talks to a real bitcoind',
  },
  pegManual: {
    type: yesOrNo,
    default: false,
    group: 'Peg',
    summary: 'do not mine automatically on either chain (use peg_advance, generatetoaddress)',
    when: 'a test decides when blocks are mined',
  },
  pegInterval: {
    type: wholeNumbers(10, 3_600_000, 'MILLISECONDS'),
    default: 1_000,
    group: 'Peg',
    summary: 'wait this long between blocks that are mined because the peg waits for them',
    when: 'peg-ins and peg-outs take too long, or are too fast to watch',
  },
  hardfork: {
    type: matching(
      /^[A-Za-z]\w*(=-?\d{1,16})?$/,
      'an upgrade such as iris300, or its height as in iris300=150',
      'NAME',
    ),
    default: undefined,
    unset: 'the rules of the latest upgrade',
    group: 'Chain',
    summary:
      'use the rules of an earlier upgrade: NAME has no later ones, NAME=HEIGHT starts at a height; next previews typed transactions',
    when: 'a contract must also work under earlier or coming rules',
  },
  fork: {
    type: endpoint,
    default: undefined,
    unset: 'the chain starts with a first block of its own',
    group: 'Fork',
    isSecret: true,
    summary:
      'continue another chain: mainnet, testnet or the URL of a node, whose state is fetched on demand',
    when: 'a test needs the contracts and balances of a real chain',
  },
  forkBlock: {
    type: wholeNumbers(0, Number.MAX_SAFE_INTEGER, 'NUMBER'),
    default: undefined,
    unset: 'the best block of the node',
    group: 'Fork',
    summary: 'with fork: fork after this block',
    when: 'a test must give the same result every day',
  },
  forkCache: {
    type: text('a folder', 'DIR'),
    default: undefined,
    unset: 'the folder cambium/forks in $XDG_CACHE_HOME or ~/.cache',
    summary: 'with fork: store fetched state in this folder, so that a second run needs no network',
    when: 'tests run in containers that keep another folder',
  },
  forkVerified: {
    type: yesOrNo,
    default: false,
    group: 'Fork',
    summary: 'with fork: refuse a node that gives no proofs of its state',
    when: 'the node of the fork is not trusted',
  },
  autoImpersonate: {
    type: yesOrNo,
    default: false,
    group: 'Accounts',
    summary: 'accept transactions of every account without a signature (eth_sendTransaction)',
    when: 'a test acts as accounts whose keys it does not have',
  },
  acceptTyped: {
    type: yesOrNo,
    default: true,
    group: 'Chain',
    summary:
      'accept transactions of type 1 and 2 by the drafts of RSKIP543 and RSKIP546; false refuses them, as mainnet and testnet do today',
    when: 'a test must fail where mainnet would refuse',
  },
  throwOnRevert: {
    type: yesOrNo,
    default: false,
    group: 'Mining',
    summary:
      'answer with the failure of a transaction that fails in its block instead of its hash, as Hardhat does',
    when: 'tests expect the error when they send, as with Hardhat',
  },
  init: {
    type: text('a JSON file', 'FILE'),
    default: undefined,
    unset: 'the default accounts only',
    group: 'Chain',
    summary: 'use alloc, timestamp, gasLimit and config.chainId of this genesis file of geth',
    when: 'the accounts come from a genesis file of geth',
  },
  loadState: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'no state is loaded',
    group: 'Chain',
    summary: 'load this file of dump-state at the start',
    when: 'every run begins with the same contracts',
  },
  dumpState: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'no state is written',
    group: 'Chain',
    summary: 'write accounts, blocks and time to this file at the end',
    when: 'a later run begins with these contracts',
  },
  state: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'the settings load-state and dump-state apply',
    group: 'Chain',
    summary: 'load this file at the start, if it exists, and write it at the end',
    when: 'the next run continues this one, without a data folder',
  },
  configOut: {
    type: text('a file', 'FILE'),
    default: undefined,
    unset: 'no file is written',
    group: 'Output',
    summary: 'write the URL of the chain, its accounts and their private keys to this JSON file',
    when: 'a script needs the accounts',
  },
  skipRemasc: {
    type: yesOrNo,
    default: true,
    group: 'Output',
    summary:
      'omit the REMASC transaction and its logs from answers, because the matchers of tools do not expect it',
    when: "a program expects blocks as Rootstock's nodes show them",
  },
  artifacts: {
    type: textOrFalse('a folder of compiled contracts', 'DIR'),
    default: undefined,
    unset: 'artifacts or out in the working folder; false reads none',
    group: 'Output',
    summary:
      'name contracts, functions and errors in the log and the explorer, and show their sources, with this folder of compiled contracts of Hardhat (artifacts) or Foundry (out)',
    when: 'the compiled contracts are in another folder, or must not be read',
  },
  clientVersion: {
    type: oneOf('tools', 'plain'),
    default: 'tools',
    group: 'Output',
    summary:
      'answer web3_clientVersion with a name that the tools of Hardhat and OpenZeppelin accept, or with the plain one',
    when: 'a program compares the version',
  },
})
