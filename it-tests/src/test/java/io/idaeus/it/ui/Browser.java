/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.ui;

import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.client.ClientJson;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, and what it logged and requested. */
final class Browser implements AutoCloseable {
    static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    // Without what scrolls within an element of its own.
    private static final String BEYOND_THE_EDGE = """
            const edge = document.documentElement.clientWidth;
            return [...document.querySelectorAll('body *')]
                .filter(each => each.getBoundingClientRect().right > edge && !each.parentElement.closest('.wide'))
                .slice(0, 10)
                .map(each => `${each.tagName}.${each.className} to ${each.getBoundingClientRect().right} px`);
            """;

    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final ChromeDriver driver;
    private final Path pictures = Workspace.target().resolve("pictures");
    private final List<String> requested = new ArrayList<>();

    Browser() throws IOException {
        Files.createDirectories(pictures);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        // Chromium's sandbox refuses root; what it opens here is this project's page alone.
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars");
        options.setCapability("goog:loggingPrefs", logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(DRIVER.toFile())
                        .build(),
                options);
        size(1280, 900);
    }

    void open(URI address) {
        driver.get(address.toString());
    }

    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    String address() {
        return driver.getCurrentUrl();
    }

    void awaitText(String wanted) {
        try {
            Awaitility.await(wanted)
                    .atMost(BOUND)
                    .ignoreExceptionsInstanceOf(StaleElementReferenceException.class)
                    .until(() -> text().contains(wanted));
        } catch (RuntimeException late) {
            throw new AssertionError(
                    "the page never said " + wanted + "; it says:\n" + text() + "\nand logged " + complaints(), late);
        }
    }

    void awaitNoText(String unwanted) {
        Awaitility.await("no " + unwanted)
                .atMost(BOUND)
                .ignoreExceptionsInstanceOf(StaleElementReferenceException.class)
                .until(() -> !text().contains(unwanted));
    }

    /** Types without a mouse, to whatever has the focus. */
    void press(CharSequence keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    void click(String button) {
        retrying(By.xpath("//button[normalize-space()='" + button + "']")).click();
    }

    void follow(String link) {
        retrying(By.partialLinkText(link)).click();
    }

    void type(String text) {
        WebElement input = driver.findElement(By.id("dialog-input"));
        input.clear();
        input.sendKeys(text);
    }

    void confirm(String button) {
        retrying(By.xpath("//dialog//button[normalize-space()='" + button + "']"))
                .click();
    }

    String dialog() {
        return driver.findElement(By.id("dialog")).getText();
    }

    int count(String css) {
        return driver.findElements(By.cssSelector(css)).size();
    }

    Object script(String body, Object... arguments) {
        return driver.executeScript(body, arguments);
    }

    double number(String body) {
        return ((Number) driver.executeScript(body)).doubleValue();
    }

    /** Bytes of what was loaded for the page itself: without uPlot, and without answers of sidecars. */
    long weight() {
        return (long) number("""
                return performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
                    .filter(each => !/\\/uplot\\/|\\/sidecars/.test(each.name))
                    .reduce((sum, each) => sum + each.encodedBodySize, 0)""");
    }

    void reload() {
        driver.navigate().refresh();
    }

    private WebElement retrying(By by) {
        return Awaitility.await(by.toString())
                .atMost(BOUND)
                .ignoreExceptions()
                .until(() -> driver.findElement(by), WebElement::isEnabled);
    }

    /** A picture of the view in light and dark, and as narrow as a telephone. */
    void picture(String name) throws IOException {
        script("scrollTo(0, 0)");
        scheme("light");
        save(name + "-light");
        scheme("dark");
        save(name + "-dark");
        scheme("light");
        size(360, 800);
        save(name + "-narrow");
        Object wider = script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        Object beyond = script(BEYOND_THE_EDGE);
        size(1280, 900);
        if (!Long.valueOf(0).equals(wider)) {
            throw new AssertionError(
                    name + " is " + wider + " px wider than a screen of 360 px; elements beyond its edge: " + beyond);
        }
    }

    private void save(String name) throws IOException {
        // The page draws each second.
        pause(1_500);
        Picture.save(driver.getScreenshotAs(OutputType.BYTES), pictures.resolve(name + ".png"));
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void scheme(String name) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
    }

    private void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Errors and warnings since the last call. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Leaves the page. What it requested and logged so far no longer counts. */
    void forget() {
        driver.get("about:blank");
        var unusedRequests = requested();
        var unusedLog = complaints();
        requested.clear();
    }

    /** Every address that was requested since the start. */
    List<String> requested() {
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode message = message(entry);
            if (message.path("method").asText().equals("Network.requestWillBeSent")) {
                requested.add(message.at("/params/request/url").asText());
            }
        }
        return requested;
    }

    private static JsonNode message(LogEntry entry) {
        try {
            return ClientJson.mapper().readTree(entry.getMessage()).path("message");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
