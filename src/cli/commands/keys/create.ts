import type { Command } from '../../commandLine/command.ts'
import { exitCodes } from '../../commandLine/errors.ts'
import { grantOptions, grantsOf } from '../../keys/grantOptions.ts'
import { expectNoOperands, keysOptions, withKeyring } from '../../keys/keyringAccess.ts'
import { tellIssued } from '../../keys/tellIssued.ts'

export const keysCreateCommand: Command = {
  name: 'keys create',
  operands: '',
  description: `Creates a key and prints it. Only its hash is stored, so the key cannot be shown again. A running server
accepts it immediately. The key is the last part of the address: http://HOST:PORT/KEY or
http://HOST:PORT/testnet/KEY.

Each call costs units that depend on its method; the cheapest costs 1.`,
  examples: [
    'cambium keys create --label shop --data chains',
    'cambium keys create --label shop --network testnet --method eth --method net --expires 90d --data chains',
    'cambium keys create --label app --origin https://app.example --rate 50 --daily-units 1000000 --data chains',
  ],
  options: [...grantOptions, ...keysOptions],

  async run(given, terminal) {
    expectNoOperands(given)
    const grants = grantsOf(given, Date.now())
    const issued = await withKeyring(given, (keyring) => keyring.create(grants))
    tellIssued(issued, given, terminal)
    return exitCodes.success
  },
}
