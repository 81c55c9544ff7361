import { keepPictures, takePictures } from './readme-pictures.ts';

// Takes the README's pictures again: npm run pictures

await keepPictures(await takePictures());
process.exit();
