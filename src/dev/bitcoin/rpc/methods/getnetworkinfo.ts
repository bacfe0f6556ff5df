import { minimumFeeRate } from '../../chain/relayPolicy.ts'
import { bitcoins } from '../amounts.ts'
import type { BitcoinMethod } from '../method.ts'

export const getnetworkinfo: BitcoinMethod = {
  name: 'getnetworkinfo',
  summary: 'Returns the state of the network, which consists of this node.',
  parameters: [],
  run() {
    const least = bitcoins(minimumFeeRate)
    return {
      version: 270000,
      subversion: '/Cambium-simulation:27.0.0/',
      protocolversion: 70016,
      localservices: '0000000000000000',
      localservicesnames: [],
      localrelay: true,
      timeoffset: 0,
      networkactive: false,
      connections: 0,
      connections_in: 0,
      connections_out: 0,
      networks: [],
      relayfee: least,
      incrementalfee: least,
      localaddresses: [],
      warnings: '',
    }
  },
}
