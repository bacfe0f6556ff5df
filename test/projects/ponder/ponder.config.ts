import { createConfig, factory } from 'ponder'
import { type Address, parseAbi, parseAbiItem } from 'viem'

const address = process.env['FACTORY'] as Address
const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

export default createConfig({
  chains: { rootstock: { id: 33, rpc: process.env['CAMBIUM_URL'] } },
  contracts: {
    Token: {
      chain: 'rootstock',
      abi,
      address: factory({
        address,
        event: parseAbiItem('event Created(address indexed token)'),
        parameter: 'token',
      }),
      startBlock: 1,
    },
  },
})
