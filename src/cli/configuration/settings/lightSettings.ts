import { maximumEndpoints } from '../../../light/maximumEndpoints.ts'
import { section } from '../../../settings/setting.ts'
import {
  endpoint,
  listOf,
  matching,
  oneOf,
  text,
  wholeNumbers,
  yesOrNo,
} from '../../../settings/valueTypes.ts'
import { developmentPort } from '../../commandLine/developmentUrl.ts'
import { networkSettings } from './networkSettings.ts'
import { serviceSettings } from './serviceSettings.ts'

const { host, port } = serviceSettings
const { origins } = networkSettings('regtest')
/** Bitcoin blocks of a week. */
const maximumWork = 1_000

/** The settings of `cambium light`. */
export const lightSettings = section('light', {
  network: {
    type: { ...oneOf('mainnet', 'testnet', 'regtest'), placeholder: 'NAME' },
    default: 'mainnet',
    group: 'Chain',
    summary: 'follow this network: mainnet, testnet, or regtest for a chain on this machine',
    when: 'you need another network',
  },
  rpc: {
    type: listOf(endpoint),
    default: undefined,
    unset: 'it must be given',
    isSecret: true,
    group: 'Chain',
    summary: `ask these endpoints, one to ${maximumEndpoints} of them; for values of the state one must have eth_getProof, as Cambium nodes have`,
    when: 'always; set URLs with keys by the environment or the file, because flags are visible to other users',
  },
  link: {
    type: yesOrNo,
    default: undefined,
    unset: 'with a data folder only',
    group: 'Chain',
    summary:
      'link all headers from the checkpoint on, so that every block since then can be asked for; on with --data',
    when: 'older blocks are asked for',
  },
  data: {
    type: text('a folder', 'DIR'),
    default: undefined,
    unset: 'headers are in memory',
    group: 'Chain',
    summary: 'keep the headers in this folder, so that the next start continues there',
    when: 'headers are linked more than once',
  },
  checkpoint: {
    type: matching(/^0x[0-9a-f]{64}$/i, 'a hash of 32 bytes in hex with 0x', 'HASH'),
    default: undefined,
    unset: 'the checkpoint of the release',
    group: 'Chain',
    summary: 'trust the block with this hash instead of the checkpoint of the release',
    when: 'the release has no checkpoint of the network, or you want an older or newer one',
  },
  work: {
    type: wholeNumbers(1, maximumWork, 'BLOCKS'),
    default: 6,
    group: 'Chain',
    summary: 'without --link, believe the newest headers when they have the work of this many Bitcoin blocks',
    when: 'much money depends on an answer',
  },
  bitcoin: {
    type: endpoint,
    default: undefined,
    unset: 'Bitcoin is not asked',
    isSecret: true,
    group: 'Chain',
    summary:
      'ask this Bitcoin node, http://USER:PASSWORD@HOST:PORT, whether the head was mined on the newest Bitcoin blocks',
    when: 'a chain that was mined in advance must be ruled out',
  },
  unverified: {
    type: listOf(matching(/^\w{1,60}$/, 'a method', 'METHOD')),
    default: [],
    group: 'Chain',
    summary: 'pass this method on to an endpoint although nothing proves its answer',
    when: 'a program needs a method that the light client refuses',
  },
  host: { ...host, summary: 'listen on this address' },
  port: { ...port, default: developmentPort },
  allowAnonymous: {
    type: yesOrNo,
    default: false,
    group: 'Server',
    summary: 'let other machines ask, where they reach the address of --host',
    when: 'everybody who reaches the address may use the client',
  },
  origins: { ...origins, group: 'Server' },
})
