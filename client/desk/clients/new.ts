/** In the place of an id in an address: a client that is being added. */
export const NEW = 'new'
