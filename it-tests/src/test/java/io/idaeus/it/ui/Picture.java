/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.ui;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Pictures of a page have few colours: with a palette they take a third of the bytes. */
final class Picture {
    private static final int COLOURS = 256;
    private static final int RGB = 0xffffff;

    private Picture() {}

    /** @param png of a browser, in true colour */
    static void save(byte[] png, Path file) throws IOException {
        BufferedImage from = ImageIO.read(new ByteArrayInputStream(png));
        int[] palette = palette(from);
        IndexColorModel model = new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
        BufferedImage to = new BufferedImage(from.getWidth(), from.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
        Map<Integer, Integer> nearest = new HashMap<>();
        for (int y = 0; y < from.getHeight(); y++) {
            for (int x = 0; x < from.getWidth(); x++) {
                int index = nearest.computeIfAbsent(from.getRGB(x, y) & RGB, colour -> nearest(palette, colour));
                to.getRaster().setSample(x, y, 0, index);
            }
        }
        ImageIO.write(to, "png", file.toFile());
    }

    /** The most frequent colours. */
    private static int[] palette(BufferedImage image) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                counts.merge(image.getRGB(x, y) & RGB, 1, Integer::sum);
            }
        }
        List<Integer> colours = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
                .limit(COLOURS)
                .map(Map.Entry::getKey)
                .toList();
        return colours.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int nearest(int[] palette, int colour) {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < palette.length; i++) {
            int red = (palette[i] >> 16) - (colour >> 16);
            int green = (palette[i] >> 8 & 0xff) - (colour >> 8 & 0xff);
            int blue = (palette[i] & 0xff) - (colour & 0xff);
            int distance = red * red + green * green + blue * blue;
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }
}
