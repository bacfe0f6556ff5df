/** Of the messages between peers. */
export const protocolVersion = '0x3e'
