import { genesisBlock } from '../protocol/genesis.ts'
import type { Network } from '../protocol/networks/network.ts'
import { scheduleText } from '../protocol/networks/upgradeSchedule.ts'
import type { Stamp } from '../store/folder/stamp.ts'

/** The stamp of a folder that holds a chain of this network. */
export const chainStamp = (network: Network): Required<Omit<Stamp, 'format'>> => ({
  network: network.name,
  genesisHash: genesisBlock(network).header.hash,
  schedule: scheduleText(network),
})
