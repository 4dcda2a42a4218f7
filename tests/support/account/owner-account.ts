/** The owner's account of tests that need one. */
export const owner = {
  email: 'astrid@lysning.example',
  name: 'Astrid Dahl',
  password: 'a lamp in the blue hour',
}
