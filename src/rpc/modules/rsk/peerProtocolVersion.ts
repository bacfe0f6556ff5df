/** The version of the messages between peers. */
export const protocolVersion = '0x3e'
