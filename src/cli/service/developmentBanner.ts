import type { Peg } from '../../dev/peg/peg.ts'
import type { CompiledFolders } from '../../node/local/artifacts/compiledFolders.ts'
import { asAddress } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { checksummedAddress } from '../../protocol/checksummedAddress.ts'
import { coinText } from '../../protocol/coinText.ts'
import { knowsTypes } from '../../rpc/params/typedMembers.ts'
import type { Fork } from '../../upstream/fork.ts'
import { developmentUrl } from '../commandLine/developmentUrl.ts'
import { alignedRows } from '../terminal/alignedRows.ts'
import { plural } from '../terminal/quantities.ts'
import { type Announcement, circumstances } from './announcement.ts'
import type { Service } from './openService.ts'

interface BannerOptions {
  /** Whether addresses are shown with Rootstock's checksum too. */
  readonly isVerbose: boolean
  /** The compiled contracts that the log names. */
  readonly compiled: CompiledFolders | undefined
}

/** What `cambium dev` prints when it is ready. Lines have at most 100 columns. */
export function developmentBanner(
  announcement: Announcement,
  { served }: Service,
  { isVerbose, compiled }: BannerOptions,
): string {
  const [network] = announcement.networks
  const service = served[0]?.services[0]
  if (network === undefined || service?.node === undefined) throw new Error('a development chain is served')
  const { chainId, accounts, url, head } = network
  const { mnemonic = '', derivationPath = '' } = service.configuration.node.development ?? {}
  const state = service.node.chain.stateAt('latest')!
  const rows = accounts.map(({ address }, index) => {
    const bytes = asAddress(fromHex(address))
    const amount = coinText(state.balance(bytes))
    const ofRootstock = isVerbose ? [checksummedAddress(bytes, chainId)] : []
    return [`(${index})`, checksummedAddress(bytes), ...ofRootstock, amount]
  })
  const header = ['', 'address', ...(isVerbose ? [`with Rootstock's checksum (EIP-1191)`] : []), 'RBTC']
  const keys = accounts.map(({ privateKey }, index) => [`(${index})`, privateKey])
  return [
    `Development chain with Rootstock's rules at ${url} (HTTP and WebSocket), block ${head.number}`,
    ...(service.node.fork === undefined ? [] : [forkLine(service.node.fork)]),
    '',
    ...(accounts.length === 0
      ? []
      : [...alignedRows([header, ...rows]), '', ...alignedRows([['', 'private key'], ...keys]), '']),
    `Mnemonic: ${mnemonic}`,
    `Path:     ${derivationPath}/INDEX`,
    '',
    'MetaMask: add a network with',
    ...alignedRows([
      ['  Network name', 'Cambium'],
      ['  New RPC URL', url],
      ['  Chain ID', String(chainId)],
      ['  Currency symbol', 'RBTC'],
    ]),
    '',
    ...pegLines(service.node.peg, url),
    knowsTypes(service.node.network)
      ? 'Transactions of types 1 and 2 are accepted as a preview; mainnet and testnet refuse them today.'
      : 'Transactions of types 1 and 2 are refused, as on mainnet and testnet. Foundry: --legacy.',
    ...(compiled === undefined ? [] : [artifactsLine(compiled)]),
    'The phrase and the keys are public: use them on this chain only.',
    ...circumstances(announcement),
    '',
    'Ctrl-C stops the chain.',
  ].join('\n')
}

/** The folders are read again when a contract is unknown. */
const artifactsLine = ({ folder, folders, contracts }: CompiledFolders): string =>
  folder === undefined
    ? `The log names contracts as soon as ${folders.join(' or ')} has some.`
    : `The log names ${plural(contracts.length, 'contract')} of ${folder}; --artifacts=false does not.`

/** The origin of a fork, and whether its values are proved. */
const forkLine = ({ shown, number, header, isVerified }: Fork): string =>
  `Fork of ${shown} at block ${number} (${toHex(header.hash)}), ${
    isVerified ? 'verified: every value is proved against the block' : 'trusting the endpoint'
  }`

/** Where the peg's Bitcoin answers and what a first peg-in needs. */
function pegLines(peg: Peg | undefined, url: string): string[] {
  if (peg === undefined) return []
  const { address, minimumPegin } = peg.summary()
  return [
    'Peg with Bitcoin:',
    ...alignedRows([
      ['  Bitcoin', peg.bitcoin.kind === 'simulated' ? 'simulated regtest' : 'bitcoind'],
      ['  Bitcoin RPC URL', new URL('/bitcoin', url).href],
      ['  Federation', address],
      ['  Minimum peg-in', `${coinText(minimumPegin * 10n ** 10n)} BTC`],
      ['  Try', `cambium peg in 0.01 --to ADDRESS${url === developmentUrl ? '' : ` --url ${url}`}`],
    ]),
    '',
  ]
}

/** What `--config-out` writes, with the names that Anvil uses for its members. */
export function chainFile({ networks }: Announcement, { served }: Service): object {
  const { accounts = [], url, chainId } = networks[0] ?? {}
  const { mnemonic, derivationPath } = served[0]?.services[0]?.configuration.node.development ?? {}
  return {
    url,
    chainId,
    available_accounts: accounts.map(({ address }) => address),
    private_keys: accounts.map(({ privateKey }) => privateKey),
    wallet: { mnemonic, derivation_path: derivationPath },
  }
}
