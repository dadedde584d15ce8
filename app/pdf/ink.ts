export const pdfColors = {
  navy: "#06303f",
  text: "#12262d",
  stone: "#56676c",
  sea: "#0b6a74",
  gold: "#e9b036",
  line: "#71848a",
};
