/** The owner that tests make, where they need one. */
export const owner = {
  email: 'astrid@lysning.example',
  name: 'Astrid Dahl',
  password: 'a lamp in the blue hour',
}
