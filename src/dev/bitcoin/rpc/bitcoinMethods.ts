import type { BitcoinMethod } from './method.ts'
import { createrawtransaction } from './methods/createrawtransaction.ts'
import { decoderawtransaction } from './methods/decoderawtransaction.ts'
import { decodescript } from './methods/decodescript.ts'
import { dumpprivkey } from './methods/dumpprivkey.ts'
import { estimatesmartfee } from './methods/estimatesmartfee.ts'
import { generatetoaddress } from './methods/generatetoaddress.ts'
import { getaddressinfo } from './methods/getaddressinfo.ts'
import { getbalance } from './methods/getbalance.ts'
import { getbalances } from './methods/getbalances.ts'
import { getbestblockhash } from './methods/getbestblockhash.ts'
import { getblock } from './methods/getblock.ts'
import { getblockchaininfo } from './methods/getblockchaininfo.ts'
import { getblockcount } from './methods/getblockcount.ts'
import { getblockhash } from './methods/getblockhash.ts'
import { getblockheader } from './methods/getblockheader.ts'
import { getchaintips } from './methods/getchaintips.ts'
import { getmempoolentry } from './methods/getmempoolentry.ts'
import { getmempoolinfo } from './methods/getmempoolinfo.ts'
import { getnetworkinfo } from './methods/getnetworkinfo.ts'
import { getnewaddress } from './methods/getnewaddress.ts'
import { getrawchangeaddress } from './methods/getrawchangeaddress.ts'
import { getrawmempool } from './methods/getrawmempool.ts'
import { getrawtransaction } from './methods/getrawtransaction.ts'
import { gettransaction } from './methods/gettransaction.ts'
import { gettxout } from './methods/gettxout.ts'
import { gettxoutproof } from './methods/gettxoutproof.ts'
import { getwalletinfo } from './methods/getwalletinfo.ts'
import { help } from './methods/help.ts'
import { importprivkey } from './methods/importprivkey.ts'
import { invalidateblock } from './methods/invalidateblock.ts'
import { listunspent } from './methods/listunspent.ts'
import { listwallets } from './methods/listwallets.ts'
import { reconsiderblock } from './methods/reconsiderblock.ts'
import { scantxoutset } from './methods/scantxoutset.ts'
import { sendmany } from './methods/sendmany.ts'
import { sendrawtransaction } from './methods/sendrawtransaction.ts'
import { sendtoaddress } from './methods/sendtoaddress.ts'
import { signrawtransactionwithkey } from './methods/signrawtransactionwithkey.ts'
import { signrawtransactionwithwallet } from './methods/signrawtransactionwithwallet.ts'
import { testmempoolaccept } from './methods/testmempoolaccept.ts'
import { uptime } from './methods/uptime.ts'
import { validateaddress } from './methods/validateaddress.ts'
import { verifytxoutproof } from './methods/verifytxoutproof.ts'

const all: readonly BitcoinMethod[] = [
  createrawtransaction,
  decoderawtransaction,
  decodescript,
  dumpprivkey,
  estimatesmartfee,
  generatetoaddress,
  getaddressinfo,
  getbalance,
  getbalances,
  getbestblockhash,
  getblock,
  getblockchaininfo,
  getblockcount,
  getblockhash,
  getblockheader,
  getchaintips,
  getmempoolentry,
  getmempoolinfo,
  getnetworkinfo,
  getnewaddress,
  getrawchangeaddress,
  getrawmempool,
  getrawtransaction,
  gettransaction,
  gettxout,
  gettxoutproof,
  getwalletinfo,
  help,
  importprivkey,
  invalidateblock,
  listunspent,
  listwallets,
  reconsiderblock,
  scantxoutset,
  sendmany,
  sendrawtransaction,
  sendtoaddress,
  signrawtransactionwithkey,
  signrawtransactionwithwallet,
  testmempoolaccept,
  uptime,
  validateaddress,
  verifytxoutproof,
]

/** The methods of Bitcoin Core's JSON-RPC that the simulation has, by name. */
export const bitcoinMethods: ReadonlyMap<string, BitcoinMethod> = new Map(
  all.map((method) => [method.name, method]),
)
